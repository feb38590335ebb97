// SPDX-License-Identifier: GPL-2.0
/* The kinds of ranges that base and series are compared over. */
#include "equal.h"
#include "program.h"

#define PFN		(1UL << 22)	/* aligned to whatever a range asks for */

static unsigned long larger(unsigned long a, unsigned long b)
{
	return a > b ? a : b;
}

static void set(struct replay_range *range, unsigned long start, unsigned long nr)
{
	range->start_pfn = start;
	range->nr_pages = nr;
}

static void empty(struct replay_range *range, const struct geometry *of)
{
	(void)of;
	set(range, PFN, 0);
}

static void one_page(struct replay_range *range, const struct geometry *of)
{
	(void)of;
	set(range, PFN, 1);
}

static void one_compound(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN, of->step);
}

static void one_section(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN, larger(of->section, of->step));
}

static void sections(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN, larger(5 * of->section, 3 * of->step));
}

static void mid_section(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN + of->section / 2, larger(2 * of->section, 2 * of->step));
}

static void unaligned(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN + 3, 2 * of->step);
}

static void ragged(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN, 2 * of->step + of->step / 2 + 1);
}

static void last_pfns(struct replay_range *range, const struct geometry *of)
{
	unsigned long nr = larger(2 * of->section, of->step);

	set(range, replay_base.max_pfn() - nr, nr);
}

/* Where one compound is already as much as it takes, a part of it. */
static void below_threshold(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN, of->many > 1 ? (of->many - 1) * of->step : of->step / 2);
}

static void at_threshold(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN, of->many * of->step);
}

static void above_threshold(struct replay_range *range, const struct geometry *of)
{
	set(range, PFN + of->section / 2 + 3, of->many * of->step + of->step / 2 + 1);
}

/* More pages set aside than there are. */
static void beyond_altmap(struct replay_range *range, const struct geometry *of)
{
	(void)of;
	set(range, PFN, -(ALTMAP_PAGES / 2));
}

const struct shape shapes[] = {
	{ "empty", false, false, empty },
	{ "one-page", false, false, one_page },
	{ "one-compound", false, false, one_compound },
	{ "one-section", false, false, one_section },
	{ "sections", false, false, sections },
	{ "mid-section", false, false, mid_section },
	{ "unaligned", false, false, unaligned },
	{ "ragged", false, false, ragged },
	{ "last-pfns", false, false, last_pfns },
	{ "below-threshold", false, true, below_threshold },
	{ "at-threshold", false, true, at_threshold },
	{ "above-threshold", false, true, above_threshold },
	{ "all-altmap", true, false, empty },
	{ "beyond-altmap", true, false, beyond_altmap },
	{ }
};
