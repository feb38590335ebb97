/* SPDX-License-Identifier: GPL-2.0 */
/* Equality of one range (equal.c), for the list of cases (cases.c). */
#ifndef EQUAL_H
#define EQUAL_H

#include <stdbool.h>

#include "replay.h"

/* Says what differs; adds to nothing, but tells how many pages were compared. */
bool equal_range(const struct replay_range *range, const char *what, unsigned long *pages);

#endif
