// SPDX-License-Identifier: GPL-2.0
/* The ranges whose memmap has to be equal: every combination that the kernel can have. */
#include <stdio.h>
#include <string.h>

#include "equal.h"
#include "program.h"

#define PFN		(1UL << 22)	/* aligned to whatever a range asks for */
#define ALTMAP_PAGES	1536UL

static const unsigned int orders[] = { 0, 1, 2, 3, 9, 18 };

enum early { EARLY_NONE, EARLY_FIRST, EARLY_ALL, EARLY_KINDS };
static const char *const early_names[] = { "", " first-section-early", " early" };

/* Of the part that is initialised: step is a compound, section a section, in pages. */
struct shape {
	const char *name;
	bool altmap_only;
	void (*make)(struct replay_range *range, unsigned long step, unsigned long section);
};

static unsigned long larger(unsigned long a, unsigned long b)
{
	return a > b ? a : b;
}

static void set(struct replay_range *range, unsigned long start, unsigned long nr)
{
	range->start_pfn = start;
	range->nr_pages = nr;
}

static void empty(struct replay_range *range, unsigned long step, unsigned long section)
{
	(void)step;
	(void)section;
	set(range, PFN, 0);
}

static void one_page(struct replay_range *range, unsigned long step, unsigned long section)
{
	(void)step;
	(void)section;
	set(range, PFN, 1);
}

static void one_compound(struct replay_range *range, unsigned long step, unsigned long section)
{
	(void)section;
	set(range, PFN, step);
}

static void one_section(struct replay_range *range, unsigned long step, unsigned long section)
{
	set(range, PFN, larger(section, step));
}

static void sections(struct replay_range *range, unsigned long step, unsigned long section)
{
	set(range, PFN, larger(5 * section, 3 * step));
}

static void mid_section(struct replay_range *range, unsigned long step, unsigned long section)
{
	set(range, PFN + section / 2, larger(2 * section, 2 * step));
}

static void unaligned(struct replay_range *range, unsigned long step, unsigned long section)
{
	(void)section;
	set(range, PFN + 3, 2 * step);
}

static void ragged(struct replay_range *range, unsigned long step, unsigned long section)
{
	(void)section;
	set(range, PFN, 2 * step + step / 2 + 1);
}

static void last_pfns(struct replay_range *range, unsigned long step, unsigned long section)
{
	unsigned long nr = larger(2 * section, step);

	set(range, replay_base.max_pfn() - nr, nr);
}

static void all_altmap(struct replay_range *range, unsigned long step, unsigned long section)
{
	empty(range, step, section);
}

/* More pages set aside than there are. */
static void beyond_altmap(struct replay_range *range, unsigned long step, unsigned long section)
{
	(void)step;
	(void)section;
	set(range, PFN, -(ALTMAP_PAGES / 2));
}

static const struct shape shapes[] = {
	{ "empty", false, empty },
	{ "one-page", false, one_page },
	{ "one-compound", false, one_compound },
	{ "one-section", false, one_section },
	{ "sections", false, sections },
	{ "mid-section", false, mid_section },
	{ "unaligned", false, unaligned },
	{ "ragged", false, ragged },
	{ "last-pfns", false, last_pfns },
	{ "all-altmap", true, all_altmap },
	{ "beyond-altmap", true, beyond_altmap },
};

/* Combinations that the kernel cannot have, by the reason. */
static struct {
	const char *reason;
	unsigned long count;
} impossible[] = {
	{ "larger than the largest folio", 0 },
	{ "vmemmap-optimised with an altmap", 0 },
	{ "vmemmap-optimised in early sections", 0 },
	{ "vmemmap-optimised below order 8, or not configured", 0 },
	{ "not vmemmap-optimised from order 8 without an altmap, in sections that are not early", 0 },
};

static bool is_impossible(const struct replay_range *range, enum early early, bool optimised)
{
	bool can;

	if (range->order > replay_base.max_order) {
		impossible[0].count++;
		return true;
	}
	replay_base.setup(range);
	can = replay_base.is_optimised(range->start_pfn + range->nr_pages - 1) ||
	      replay_base.is_optimised(range_start(range));
	if (can == optimised)
		return false;
	if (can)
		impossible[4].count++;
	else if (range->altmap)
		impossible[1].count++;
	else if (early == EARLY_ALL || range->order >= 8)
		impossible[2].count++;
	else
		impossible[3].count++;
	return true;
}

static struct {
	unsigned long done, different, pages, events;
} total;

static void try_range(struct replay_range *range, const struct replay_type *type,
		      const struct shape *shape, enum early early, bool optimised)
{
	unsigned long section = replay_base.section_pages, pages = 0;
	char what[120];

	shape->make(range, 1UL << range->order, section);
	if (range->altmap) {
		range->start_pfn -= range->altmap_pages;
		range->nr_pages += range->altmap_pages;
	}
	range->early_end_pfn = early == EARLY_ALL ? -1UL : early == EARLY_NONE ? 0 :
			       range_start(range) / section * section + 1;
	if (is_impossible(range, early, optimised))
		return;
	snprintf(what, sizeof(what), "%s order %u %s%s%s%s", type->name, range->order,
		 shape->name, range->altmap ? " altmap" : "", optimised ? " optimised" : "",
		 early_names[early]);
	total.done++;
	if (!equal_range(range, what, &pages))
		total.different++;
	total.pages += pages;
	total.events += replay_page_refs.calls;
}

static void try_shapes(const struct replay_type *type, unsigned int order, bool altmap,
		       enum early early, bool optimised)
{
	for (unsigned int i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		struct replay_range range = {
			.type = type->value,
			.order = order,
			.altmap = altmap,
			.altmap_pages = altmap ? ALTMAP_PAGES : 0,
		};

		if (altmap || !shapes[i].altmap_only)
			try_range(&range, type, &shapes[i], early, optimised);
	}
}

static void try_order(unsigned int order)
{
	const struct replay_type *type;

	for (type = replay_base.types; type->name; type++)
		for (int altmap = 0; altmap < 2; altmap++)
			for (enum early early = 0; early < EARLY_KINDS; early++)
				for (int optimised = 0; optimised < 2; optimised++)
					try_shapes(type, order, altmap, early, optimised);
}

int equal_main(void)
{
	for (unsigned int i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		try_order(orders[i]);
		printf("order %u: %lu combinations, %lu struct pages, %lu different so far\n",
		       orders[i], total.done, total.pages, total.different);
		fflush(stdout);
	}
	for (unsigned int i = 0; i < sizeof(impossible) / sizeof(impossible[0]); i++)
		if (impossible[i].count)
			printf("cannot exist, not counted: %lu %s\n", impossible[i].count,
			       impossible[i].reason);
	printf("%s: %lu combinations, %lu struct pages, %lu page_ref_set events, %lu different\n",
	       total.different ? "NOT EQUAL" : "equal", total.done, total.pages,
	       total.events, total.different);
	return total.different ? 1 : 0;
}
