#ifndef CFNC_MAN_WORDS_H
#define CFNC_MAN_WORDS_H

/* What stands in the manual pages and comes from no row. */
struct man_entry {
    const char *term;
    const char *words; /* NULL: which commands read cfnc.ini */
};

extern const char man_description[];
extern const char man_options_words[];
extern const struct man_entry man_environment[], man_files[], man_sections[];
extern const char man_file_example[];
extern const char *const man_file_words[]; /* paragraphs; ends with NULL */
extern const char man_security[];

#endif
