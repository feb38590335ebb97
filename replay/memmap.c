// SPDX-License-Identifier: GPL-2.0
/*
 * The memory that plays the memmap: always at the address that belongs to its
 * PFNs, so that all variants write the same addresses into it.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "program.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE	25
#endif

#define PAGE		4096UL
#define HUGE		(2UL << 20)
#define FLAGS		(MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE)

struct memmap memmap;

static unsigned char *map(unsigned long start, size_t bytes, int prot, int flags)
{
	void *got = mmap((void *)start, bytes, prot, FLAGS | flags, -1, 0);

	if (got == (void *)start)
		return got;
	if (got != MAP_FAILED)
		munmap(got, bytes);
	return NULL;
}

/* A page that may be written but must not be, then one that cannot be, on either side. */
void memmap_open(unsigned long pfn, unsigned long nr_pages)
{
	unsigned long page_bytes = replay_base.page_bytes;
	unsigned long start = MEMMAP_PFN_0 + pfn * page_bytes;
	unsigned long end = start + nr_pages * page_bytes;

	start = start / PAGE * PAGE - 2 * PAGE;
	end = (end + PAGE - 1) / PAGE * PAGE + 2 * PAGE;
	if (!map(start, end - start, PROT_NONE, 0))
		die("no room for a memmap of %lu bytes at %#lx", end - start, start);
	memmap.start = (unsigned char *)start + PAGE;
	memmap.bytes = end - start - 2 * PAGE;
	memmap.first_pfn = (start + PAGE - MEMMAP_PFN_0) / page_bytes;
	mprotect(memmap.start, memmap.bytes, PROT_READ | PROT_WRITE);
	madvise(memmap.start, memmap.bytes, MADV_HUGEPAGE);
}

void memmap_prefill(void)
{
	memset(memmap.start, MEMMAP_PREFILL, memmap.bytes);
}

void memmap_close(void)
{
	munmap(memmap.start - PAGE, memmap.bytes + 2 * PAGE);
	memmap.start = NULL;
}

/* How much of the memmap is in transparent huge pages. */
static unsigned long thp_percent(void)
{
	FILE *smaps = fopen("/proc/self/smaps", "r");
	unsigned long start, end, kilobytes = 0;
	bool inside = false;
	char line[512];

	while (smaps && fgets(line, sizeof(line), smaps)) {
		if (sscanf(line, "%lx-%lx ", &start, &end) == 2)
			inside = start >= (unsigned long)memmap.start &&
				 start < (unsigned long)memmap.start + memmap.bytes;
		else if (inside && sscanf(line, "AnonHugePages: %lu", &end) == 1)
			kilobytes += end;
	}
	if (smaps)
		fclose(smaps);
	return kilobytes * 1024 / (memmap.bytes / 100);
}

static bool touch(unsigned long start, int flags)
{
	memmap.start = map(start, memmap.bytes, PROT_READ | PROT_WRITE, flags);
	if (!memmap.start)
		return false;
	madvise(memmap.start, memmap.bytes, MADV_HUGEPAGE);
	memset(memmap.start, MEMMAP_PREFILL, memmap.bytes);
	madvise(memmap.start, memmap.bytes, MADV_COLLAPSE);
	return true;
}

const char *memmap_open_huge(unsigned long pfn, unsigned long nr_pages)
{
	unsigned long start = MEMMAP_PFN_0 + pfn * replay_base.page_bytes;
	static char kind[40];

	memmap.bytes = (nr_pages * replay_base.page_bytes + HUGE - 1) / HUGE * HUGE;
	memmap.first_pfn = pfn;
	if (touch(start, MAP_HUGETLB))
		return "hugetlb";
	/* What one try takes from the page cache and gives back, the next gets whole. */
	for (int i = 0; i < 4; i++) {
		if (i)
			munmap(memmap.start, memmap.bytes);
		if (!touch(start, 0))
			die("no room for a memmap of %zu bytes at %#lx", memmap.bytes, start);
		if (thp_percent() >= 100)
			break;
	}
	snprintf(kind, sizeof(kind), "thp %lu%%", thp_percent());
	return thp_percent() ? kind : "none";
}

const char *memmap_place(unsigned long address)
{
	unsigned long start = (unsigned long)memmap.start;

	if (!start)
		return "";
	if (address >= start - PAGE && address < start)
		return ", before the memmap";
	if (address >= start + memmap.bytes && address < start + memmap.bytes + PAGE)
		return ", behind the memmap";
	return "";
}
