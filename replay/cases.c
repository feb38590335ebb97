// SPDX-License-Identifier: GPL-2.0
/* The ranges whose memmap has to be equal: every combination that the kernel can have. */
#include <stdio.h>
#include <string.h>

#include "equal.h"
#include "program.h"

static const unsigned int orders[] = { 0, 1, 2, 3, 9, 18 };

enum early { EARLY_NONE, EARLY_FIRST, EARLY_ALL, EARLY_KINDS };
static const char *const early_names[] = { "", " first-section-early", " early" };

/* Combinations that the kernel cannot have, or this program, by the reason. */
static struct {
	const char *reason;
	unsigned long count;
} impossible[] = {
	{ "larger than the largest folio", 0 },
	{ "vmemmap-optimised with an altmap", 0 },
	{ "vmemmap-optimised in early sections", 0 },
	{ "vmemmap-optimised below order 8, or not configured", 0 },
	{ "not vmemmap-optimised from order 8 without an altmap, in sections that are not early", 0 },
	{ "too large for this program", 0 },
};

#define MAX_BYTES	(1UL << 30)	/* of a memmap */

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
	if (can == optimised) {
		if (range_end(range) - range_start(range) <= MAX_BYTES / replay_base.page_bytes)
			return false;
		impossible[5].count++;
		return true;
	}
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
	unsigned long done, different;
	struct compared compared;
} total;

#define SMALL_PAGES	4096UL		/* tried before all that is larger */

static bool large_ranges;
/* For scripts/mutants, which does not ask how much is wrong. */
static bool stop_at_first;

static bool enough(void)
{
	return stop_at_first && total.different;
}

static struct geometry geometry(unsigned int order, bool optimised)
{
	unsigned long step = 1UL << order;
	unsigned long written = optimised ? REPLAY_OPTIMISED_BYTES : step * replay_base.page_bytes;

	return (struct geometry){
		.step = step,
		.section = replay_base.section_pages,
		.many = (NONTEMPORAL_BYTES + written - 1) / written,
	};
}

static void try_range(struct replay_range *range, const struct replay_type *type,
		      const struct shape *shape, enum early early, bool optimised)
{
	struct geometry of = geometry(range->order, optimised);
	char what[120];

	shape->make(range, &of);
	if (range->altmap) {
		range->start_pfn -= range->altmap_pages;
		range->nr_pages += range->altmap_pages;
	}
	range->early_end_pfn = early == EARLY_ALL ? -1UL : early == EARLY_NONE ? 0 :
			       range_start(range) / of.section * of.section + 1;
	if ((range_end(range) - range_start(range) > SMALL_PAGES) != large_ranges ||
	    is_impossible(range, early, optimised))
		return;
	snprintf(what, sizeof(what), "%s order %u %s%s%s%s", type->name, range->order,
		 shape->name, range->altmap ? " altmap" : "", optimised ? " optimised" : "",
		 early_names[early]);
	total.done++;
	if (!equal_range(range, what, &total.compared))
		total.different++;
}

/*
 * One type for each order, generic or private, is enough to see what large ranges are
 * written with, and takes long enough. While events are raised there is one way only.
 */
static bool is_worth_it(const struct shape *shape, const struct replay_type *type,
			unsigned int order)
{
	return !shape->about_stores ||
	       (!replay_trace && type - replay_base.types == (order % 2 ? 0 : 3));
}

static void try_shapes(const struct replay_type *type, unsigned int order, bool altmap,
		       enum early early, bool optimised)
{
	for (const struct shape *shape = shapes; shape->name && !enough(); shape++) {
		struct replay_range range = {
			.type = type->value,
			.order = order,
			.altmap = altmap,
			.altmap_pages = altmap ? ALTMAP_PAGES : 0,
		};

		if ((altmap || !shape->altmap_only) && is_worth_it(shape, type, order))
			try_range(&range, type, shape, early, optimised);
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

/* Two or more compounds each, behind the pages that are seeds. */
static void try_poison(void)
{
	static const struct { unsigned int order, pages; } of[] = { { 0, 6 }, { 1, 4 }, { 3, 16 } };

	for (unsigned int i = 0; i < sizeof(of) / sizeof(of[0]) && !enough(); i++)
		if (!poison_stays_alone(of[i].order, of[i].pages))
			total.different++;
}

static void try_orders(void)
{
	for (unsigned int i = 0; i < sizeof(orders) / sizeof(orders[0]) && !enough(); i++) {
		try_order(orders[i]);
		printf("order %u, %s ranges: %lu combinations, %lu struct pages, %lu different so far\n",
		       orders[i], large_ranges ? "large" : "small", total.done, total.compared.pages,
		       total.different);
		fflush(stdout);
	}
}

int equal_main(bool first)
{
	stop_at_first = first;
	if (!copies_well())
		total.different++;
	try_orders();
	try_poison();
	large_ranges = true;
	try_orders();
	for (unsigned int i = 0; i < sizeof(impossible) / sizeof(impossible[0]); i++)
		if (impossible[i].count)
			printf("not counted: %lu %s\n", impossible[i].count,
			       impossible[i].reason);
	printf("%s: %lu combinations, %lu struct pages, %lu page_ref_set events, %lu helpers, %lu different\n",
	       total.different ? "NOT EQUAL" : "equal", total.done, total.compared.pages,
	       total.compared.events, total.compared.helpers, total.different);
	return total.different ? 1 : 0;
}
