/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the two sides of the replay know of each other: kernel/shim.c, compiled
 * by kbuild against the headers of the kernel under test, and the program,
 * compiled against libc. Plain C types only, since neither side has the other's.
 */
#ifndef REPLAY_H
#define REPLAY_H

/* Where the symbols stand that nobody defines, and how far apart. */
#define UNDEFINED_START		0x60000000
#define UNDEFINED_STEP		0x10000

/* More than the program has threads, so that the latter decide. */
#define REPLAY_CPUS		64

#ifndef __ASSEMBLER__

/* What memmap_init_zone_device() is to initialise. */
struct replay_range {
	unsigned long start_pfn;
	unsigned long nr_pages;
	unsigned long altmap_pages;	/* of nr_pages, at the start */
	unsigned long early_end_pfn;	/* sections that start below are early */
	int altmap;
	int type;
	unsigned int order;
};

struct replay_type {
	const char *name;
	int value;
};

/* A member of struct page, or of the struct folio that a compound starts with. */
struct replay_field {
	const char *name;
	unsigned int offset;		/* from the head page */
	unsigned int bytes;
};

/* What a shim offers; one per variant, called replay_base and replay_series. */
struct replay_kernel {
	unsigned long page_bytes;	/* sizeof(struct page) */
	unsigned long section_pages;
	unsigned long pgmap_bytes;
	unsigned int max_order;
	int cpu_nid;			/* the node next to the device's, which has no CPUs */
	int can_trace;			/* has the event page_ref_set */
	unsigned long hwpoison;		/* PG_hwpoison's bit in page->flags, or 0 */
	const struct replay_type *types;
	const struct replay_field *page_fields;
	const struct replay_field *folio_fields;

	/*
	 * Once: where the memmap of PFN 0 would be, room for the pgmap, and
	 * whether somebody traces page_ref_set.
	 */
	void (*start)(unsigned long memmap, void *pgmap, int trace);
	unsigned long (*max_pfn)(void);
	/* Prepare the sections and the pgmap for a range. */
	void (*setup)(const struct replay_range *range);
	/* Then: does the compound at pfn share its tail pages' memory? */
	int (*is_optimised)(unsigned long pfn);
	void (*run)(const struct replay_range *range);
	void (*pageblocks)(const struct replay_range *range);
	/* Something else by as many threads. */
	void (*parallel)(void (*fn)(unsigned long start, unsigned long end, void *arg),
			 void *arg, unsigned long size, unsigned long min_chunk);

	/* memcpy_nontemporal(), or NULL; and with the constant sizes listed, to 0. */
	void (*copy)(void *to, const void *from, unsigned long bytes);
	void (*copy_constant)(void *to, const void *from, unsigned long bytes);
	const unsigned int *copy_sizes;
	/* Does the compiler know what it writes? Sums up a local copy of 64 bytes. */
	unsigned long (*copy_sum)(const unsigned long *from);
};

/* Struct pages of an optimised compound that exist: two pages of memory. */
#define REPLAY_OPTIMISED_BYTES	8192

/* What the CPUs are on; the device's is another one. */
#define REPLAY_CPU_NID	(MAX_NUMNODES > 5 ? 5 : 0)

/* cpus.c, to shim.c */
void replay_cpus_start(void);
void replay_cpus_setup(void);
void replay_parallel(void (*fn)(unsigned long start, unsigned long end, void *arg),
		     void *arg, unsigned long size, unsigned long min_chunk);

/* What the program offers to the shim. */
extern int replay_log_pageblocks;	/* instead of setting their flags */
void replay_pageblock(unsigned long page, int migratetype, int isolate);
void replay_page_ref_set(unsigned long page, int value);
extern int replay_threads;		/* how many may share a job, at most */
extern unsigned int replay_cpus;	/* that are possible */
extern unsigned int replay_online;	/* of REPLAY_CPUS on the node, up to 64 */
extern unsigned int replay_pool;	/* works that padata has, when a kernel starts */
extern int replay_booting;		/* when padata lends all of them */
extern unsigned long replay_chunk;	/* instead of a job's min_chunk, if not 0 */
void replay_job(unsigned long size, unsigned long min_chunk, int max_threads,
		unsigned long done);
void replay_queue(void (*fn)(void *work), void *work, int node);
void *replay_alloc(unsigned long bytes);
void replay_lock(int *lock);
void replay_unlock(int *lock);
void replay_complete(unsigned int *done);
void replay_wait(unsigned int *done);

#endif
#endif
