#ifndef CFNC_TERMINAL_H
#define CFNC_TERMINAL_H

#include "cfnc/report/report.h"
#include "cfnc/option/options.h"

/* The width of the terminal; 80 where there is none. */
int terminal_columns(void);

/* Whether a build server runs this: by the variables that those set. */
bool terminal_in_ci(void);

/* How this terminal, or this log, is written to. */
struct console_options console_choose(const struct options *options);

#endif
