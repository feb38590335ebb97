// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's side of the replay: makes the zone, the sections and the pgmap
 * that memmap_init_zone_device() is called with, and stands in for the few
 * symbols of other objects that it needs. Compiled by kbuild, so that every
 * type and every offset is the kernel's own.
 */
#include <linux/jump_label.h>
#include <linux/memremap.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/page-isolation.h>
#include <linux/string.h>

#include "replay.h"

#define REPLAY_NID	(MAX_NUMNODES > 3 ? 3 : 0)	/* sets bits in page->flags */
#define REPLAY_ROOTS	272		/* what is optimised is large: 8 TiB of 1 GiB pages, and more */

extern const struct replay_kernel replay_kernel;

unsigned long volatile jiffies;
unsigned long vmemmap_base;
struct mem_section **mem_section;
struct cpuinfo_x86 boot_cpu_data;

static struct mem_section *section_roots[1UL << 18];
static struct mem_section sections[REPLAY_ROOTS][SECTIONS_PER_ROOT];
static struct {
	struct mem_section_usage usage;
	unsigned long pageblock_flags[BITS_TO_LONGS(SECTION_BLOCKFLAGS_BITS)];
} usages[REPLAY_ROOTS][SECTIONS_PER_ROOT];
static struct pglist_data pgdat;
static struct dev_pagemap *pgmap;

/* scripts/replay gives the kernel's this name. */
void kernel_init_pageblock_migratetype(struct page *page,
				       enum migratetype migratetype, bool isolate);

void init_pageblock_migratetype(struct page *page,
				enum migratetype migratetype, bool isolate)
{
	if (replay_log_pageblocks)
		replay_pageblock((unsigned long)page, migratetype, isolate);
	else
		kernel_init_pageblock_migratetype(page, migratetype, isolate);
}

#if defined(CONFIG_DEBUG_PAGE_REF) && defined(CONFIG_TRACEPOINTS)
#define CAN_TRACE	1
/* Weak, as it stays visible (scripts/replay): one for both variants. */
struct tracepoint __tracepoint_page_ref_set __weak;

void __page_ref_set(struct page *page, int value)
{
	replay_page_ref_set((unsigned long)page, value);
}

static bool asks_for_trace(const struct jump_entry *entry)
{
	return jump_entry_key(entry) == &__tracepoint_page_ref_set.key.key;
}
#else
#define CAN_TRACE	0

static bool asks_for_trace(const struct jump_entry *entry)
{
	return false;
}
#endif

/*
 * With IBT, objtool works on vmlinux.o only. Do here what it does there: make
 * the static branches NOPs that the compiler had to emit as jumps. Those that
 * ask for the trace remain jumps if there is to be one.
 */
static void nop_static_branches(bool trace)
{
	static const u8 nop2[] = { 0x66, 0x90 }, nop5[] = { BYTES_NOP5 };
	struct jump_entry *entry;

	for (entry = __start___jump_table; entry < __stop___jump_table; entry++) {
		u8 *code = (u8 *)jump_entry_code(entry);

		if (!(entry->key & 2) || (trace && asks_for_trace(entry)))
			continue;
		if (code[0] == 0xeb)
			memcpy(code, nop2, sizeof(nop2));
		else if (code[0] == 0xe9)
			memcpy(code, nop5, sizeof(nop5));
	}
}

static void replay_start(unsigned long memmap, void *room, int trace)
{
	nop_static_branches(trace);
	replay_cpus_start();
	vmemmap_base = memmap;
	pgmap = room;
	mem_section = section_roots;
	pgdat.node_id = REPLAY_NID;
	pgdat.node_zones[ZONE_DEVICE].zone_pgdat = &pgdat;
}

static unsigned long replay_max_pfn(void)
{
	return 1UL << (MAX_PHYSMEM_BITS - PAGE_SHIFT);
}

static void setup_sections(const struct replay_range *range)
{
	unsigned long nr = pfn_to_section_nr(range->start_pfn);
	unsigned long last = pfn_to_section_nr(range->start_pfn + range->nr_pages);
	unsigned long first_root = SECTION_NR_TO_ROOT(nr);

	memset(section_roots, 0, sizeof(section_roots));
	memset(sections, 0, sizeof(sections));
	for (; nr <= last; nr++) {
		unsigned long root = SECTION_NR_TO_ROOT(nr);
		struct mem_section *section;

		if (WARN_ON(root - first_root >= REPLAY_ROOTS))
			return;
		if (root >= NR_SECTION_ROOTS)
			return;
		section_roots[root] = sections[root - first_root];
		section = &section_roots[root][nr & SECTION_ROOT_MASK];
		section->section_mem_map = SECTION_MARKED_PRESENT |
					   SECTION_HAS_MEM_MAP | SECTION_IS_ONLINE;
		section->usage = &usages[root - first_root][nr & SECTION_ROOT_MASK].usage;
		if (section_nr_to_pfn(nr) < range->early_end_pfn)
			section->section_mem_map |= SECTION_IS_EARLY;
	}
}

static void replay_setup(const struct replay_range *range)
{
	struct vmem_altmap altmap = {
		.base_pfn = range->start_pfn,
		.end_pfn = range->start_pfn + range->nr_pages - 1,
		.reserve = min(range->altmap_pages, 2UL),
		.free = range->altmap_pages - min(range->altmap_pages, 2UL),
	};

	replay_cpus_setup();
	setup_sections(range);
	memset(pgmap, 0, sizeof(*pgmap));
	pgmap->type = range->type;
	pgmap->vmemmap_shift = range->order;
	pgmap->nr_range = 1;
	pgmap->range.start = PFN_PHYS(range->start_pfn);
	pgmap->range.end = PFN_PHYS(range->start_pfn + range->nr_pages) - 1;
	if (range->altmap) {
		memcpy(&pgmap->altmap, &altmap, sizeof(altmap));
		pgmap->flags = PGMAP_ALTMAP_VALID;
	}
}

static int replay_is_optimised(unsigned long pfn)
{
	return vmemmap_can_optimize(pgmap_altmap(pgmap), pgmap) &&
	       !early_section(__pfn_to_section(pfn));
}

static void replay_run(const struct replay_range *range)
{
	memmap_init_zone_device(&pgdat.node_zones[ZONE_DEVICE], range->start_pfn,
				range->nr_pages, pgmap);
}

/* What memmap_init_zone_device() does of this in the end, by itself. */
static void replay_set_pageblocks(const struct replay_range *range)
{
	unsigned long pfn, end_pfn = range->start_pfn + range->nr_pages;

	for (pfn = range->start_pfn; pfn < end_pfn; pfn += pageblock_nr_pages)
		init_pageblock_migratetype(pfn_to_page(pfn), MIGRATE_MOVABLE, false);
}

#ifdef __HAVE_ARCH_MEMCPY_NONTEMPORAL
/* Around the sizes that are copied inline, and those of a struct page. */
#define CONSTANT_SIZES(f) \
	f(1) f(7) f(8) f(12) f(16) f(24) f(32) f(40) f(56) f(64) f(72) f(80) \
	f(96) f(100) f(120) f(128) f(136)
#define LIST_SIZE(bytes)	bytes,
#define COPY_SIZE(bytes)	case bytes: memcpy_nontemporal(to, from, bytes); break;

static const unsigned int replay_copy_sizes[] = { CONSTANT_SIZES(LIST_SIZE) 0 };

static void replay_copy(void *to, const void *from, unsigned long bytes)
{
	memcpy_nontemporal(to, from, bytes);
}

static unsigned long replay_copy_sum(const unsigned long *from)
{
	unsigned long to[8] = { }, sum = 0;

	memcpy_nontemporal(to, from, sizeof(to));
	for (int i = 0; i < 8; i++)
		sum += to[i];
	return sum;
}

static void replay_copy_constant(void *to, const void *from, unsigned long bytes)
{
	switch (bytes) {
	CONSTANT_SIZES(COPY_SIZE)
	}
}
#else
#define replay_copy_sum		NULL
#define replay_copy		NULL
#define replay_copy_constant	NULL
#define replay_copy_sizes	NULL
#endif

static const struct replay_type types[] = {
	{ "private", MEMORY_DEVICE_PRIVATE },
	{ "coherent", MEMORY_DEVICE_COHERENT },
	{ "fs_dax", MEMORY_DEVICE_FS_DAX },
	{ "generic", MEMORY_DEVICE_GENERIC },
	{ "p2pdma", MEMORY_DEVICE_PCI_P2PDMA },
	{ }
};

#define FIELD(type, member) \
	{ #member, offsetof(type, member), sizeof_field(type, member) }

static const struct replay_field page_fields[] = {
	FIELD(struct page, flags),
	{ "pgmap or compound_info", offsetof(struct page, lru.next), 8 },
	FIELD(struct page, zone_device_data),
	FIELD(struct page, mapping),
	FIELD(struct page, share),
	FIELD(struct page, private),
	FIELD(struct page, _mapcount),
	FIELD(struct page, _refcount),
#ifdef CONFIG_MEMCG
	FIELD(struct page, memcg_data),
#endif
	{ }
};

static const struct replay_field folio_fields[] = {
	FIELD(struct folio, _large_mapcount),
	FIELD(struct folio, _nr_pages_mapped),
	FIELD(struct folio, _entire_mapcount),
	FIELD(struct folio, _pincount),
	FIELD(struct folio, _mm_id_mapcount),
	FIELD(struct folio, _mm_ids),
#ifdef NR_PAGES_IN_LARGE_FOLIO
	FIELD(struct folio, _nr_pages),
#endif
	FIELD(struct folio, _deferred_list),
	{ }
};

const struct replay_kernel replay_kernel = {
	.page_bytes	= sizeof(struct page),
	.section_pages	= PAGES_PER_SECTION,
	.pgmap_bytes	= sizeof(struct dev_pagemap),
	.cpu_nid	= REPLAY_CPU_NID,
	.max_order	= MAX_FOLIO_ORDER,
	.can_trace	= CAN_TRACE,
	.hwpoison	= __PG_HWPOISON,
	.types		= types,
	.page_fields	= page_fields,
	.folio_fields	= folio_fields,
	.start		= replay_start,
	.max_pfn	= replay_max_pfn,
	.setup		= replay_setup,
	.is_optimised	= replay_is_optimised,
	.run		= replay_run,
	.parallel	= replay_parallel,
	.pageblocks	= replay_set_pageblocks,
	.copy		= replay_copy,
	.copy_constant	= replay_copy_constant,
	.copy_sizes	= replay_copy_sizes,
	.copy_sum	= replay_copy_sum,
};
