// SPDX-License-Identifier: GPL-2.0
/* Stand-ins for what memmap_init_zone_device() calls in other objects of the kernel. */
#include "program.h"

uint64_t replay_resched_calls;
struct call_log replay_pageblocks, replay_page_refs;
int replay_log_pageblocks;

static void add_call(struct call_log *log, uint64_t page, uint64_t argument)
{
	log->calls++;
	log->hash = (log->hash ^ page) * 0x9e3779b97f4a7c15;
	log->hash = (log->hash ^ argument) * 0x9e3779b97f4a7c15;
}

/* The kernel may read the struct page here (DEBUG_VM). */
void replay_pageblock(unsigned long page, int migratetype, int isolate)
{
	uint64_t first = *(uint64_t *)page;

	add_call(&replay_pageblocks, page, first * 4 + migratetype * 2 + isolate);
}

void replay_page_ref_set(unsigned long page, int value)
{
	add_call(&replay_page_refs, page, value);
}
