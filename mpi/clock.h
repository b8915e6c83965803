#include <stdint.h>

int64_t tc_now(void);
void tc_do_nothing(void);
