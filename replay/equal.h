/* SPDX-License-Identifier: GPL-2.0 */
/* What the comparison of base and series is made of: cases.c puts it together. */
#ifndef EQUAL_H
#define EQUAL_H

#include <stdbool.h>

#include "replay.h"

#define ALTMAP_PAGES	1536UL

/*
 * ZONE_DEVICE_NONTEMPORAL_MIN of the series' mm/mm_init.c: from so many bytes of
 * struct pages on, they do not go through the caches. equal.c looks whether that
 * is still so, since ranges have to be tried on both sides of it.
 */
#define NONTEMPORAL_BYTES	(64UL << 20)

/* Likewise ZONE_DEVICE_CHUNK_MIN, and zone_device_init_threads. */
#define CHUNK_BYTES		(16UL << 20)
#define MAX_THREADS		16

/* In PFNs: a compound and a section; and how many compounds NONTEMPORAL_BYTES are. */
struct geometry {
	unsigned long step, section, many;
};

/* shapes.c: kinds of ranges; they are about the part that is initialised */
struct shape {
	const char *name;
	bool altmap_only;
	bool about_stores;		/* larger than what else there is to see needs */
	void (*make)(struct replay_range *range, const struct geometry *of);
};

extern const struct shape shapes[];	/* the last one has no name */

/* equal.c: says what differs, and adds what was compared */
struct compared {
	unsigned long pages, events, helpers;
};

bool equal_range(const struct replay_range *range, const char *what, struct compared *compared);
/* Calls one kernel, and counts what it does beside writing. */
void run_checked(const struct replay_kernel *kernel, const struct replay_range *range);

/* watch.c: what kind of store a place is written with first */
enum store { STORE_NONE, STORE_CACHED, STORE_NONTEMPORAL };

void store_watch(unsigned char *place);
enum store store_seen(void);

/* poison.c: no page inherits the poison of another */
bool poison_stays_alone(unsigned int order, unsigned long nr_pages);

/* copy.c: memcpy_nontemporal() copies what it shall, and nothing else */
bool copies_well(void);

#endif
