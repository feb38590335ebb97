// SPDX-License-Identifier: GPL-2.0
/*
 * memory_failure() may set PG_hwpoison in a struct page while it is initialised.
 * Whenever it does, no other page may have it afterwards: run the series step by
 * step, and set the bit after the first instruction, after the second, and so on.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "equal.h"
#include "program.h"

#define PFN		(1UL << 22)
#define SEEDS		4UL		/* at most: what struct folio spans */
#define TRAP_FLAG	0x100

static volatile unsigned long steps, poison_after;	/* poison_after 0: no more steps */
static uint64_t *poisoned;

static void on_step(int signal, siginfo_t *info, void *context)
{
	ucontext_t *user = context;

	(void)signal;
	(void)info;
	if (steps++ < poison_after) {
		user->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
		return;
	}
	user->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	if (poison_after)
		*poisoned |= replay_series.hwpoison;
}

/* False if the series came to its end before so many steps. */
static bool run_poisoned(const struct replay_range *range, unsigned long after)
{
	bool done;

	memmap_prefill();
	steps = 0;
	poison_after = after;
	raise(SIGTRAP);
	replay_series.run(range);
	done = steps > poison_after;
	poison_after = 0;
	return done;
}

/* The images but for the poisoned page, and that but for its poison. */
static bool others_equal(const unsigned char *image)
{
	size_t offset = (unsigned char *)poisoned - memmap.start, end = offset + sizeof(*poisoned);
	uint64_t flags;

	memcpy(&flags, image + offset, sizeof(flags));
	return memcmp(image, memmap.start, offset) == 0 &&
	       memcmp(image + end, memmap.start + end, memmap.bytes - end) == 0 &&
	       ((flags ^ *poisoned) & ~replay_series.hwpoison) == 0;
}

static bool try_page(const struct replay_range *range, const unsigned char *image,
		     unsigned long page)
{
	unsigned long after = 1, kept = 0;
	bool ok = true;

	poisoned = (uint64_t *)memmap_page(range->start_pfn + page);
	for (; ok && run_poisoned(range, after); after++) {
		kept += !!(*poisoned & replay_series.hwpoison);
		ok = others_equal(image);
	}
	if (!ok)
		printf("DIFFERENT order %u: page %lu, poisoned after %lu instructions, changes others\n",
		       range->order, page, after - 1);
	else if (!kept)
		die("order %u: page %lu was never left poisoned", range->order, page);
	return ok;
}

bool poison_stays_alone(unsigned int order, unsigned long nr_pages)
{
	struct replay_range range = {
		.start_pfn = PFN, .nr_pages = nr_pages, .order = order,
		.type = replay_base.types[0].value,
	};
	struct sigaction action = { .sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	struct sigaction old;
	unsigned long seeds = 1UL << order < SEEDS ? 1UL << order : SEEDS;
	unsigned char *image;
	bool ok = true;

	if (!replay_series.hwpoison)
		return true;
	replay_case = "with a poisoned page";
	memmap_open(PFN, nr_pages);
	memmap_prefill();
	run_checked(&replay_base, &range);
	image = malloc(memmap.bytes);
	if (!image)
		die("not enough memory");
	memcpy(image, memmap.start, memmap.bytes);
	replay_series.setup(&range);
	sigaction(SIGTRAP, &action, &old);
	for (unsigned long page = 0; ok && page < seeds; page++)
		ok = try_page(&range, image, page);
	sigaction(SIGTRAP, &old, NULL);
	free(image);
	memmap_close();
	return ok;
}
