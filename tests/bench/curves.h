#ifndef CFNC_BENCH_CURVES_H
#define CFNC_BENCH_CURVES_H

/* Seconds of processor time since the program began. */
double cpu_seconds(void);

/* A table: schemas and instances of a hundredth, a tenth and the whole of a size. */
void curves_print(void);

#endif
