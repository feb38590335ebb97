// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the kernel's own memmap_init_zone_device(), of base and of series, as
 * part of an ordinary program: to compare what they write, or how fast.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "program.h"

bool replay_trace;

extern const char __executable_start[], etext[];

void die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("error: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

/* One pgmap for both, since each struct page points to it. */
static void start_kernels(void)
{
	unsigned long text = (unsigned long)__executable_start / 4096 * 4096;
	unsigned long bytes = ((unsigned long)etext - text + 4095) / 4096 * 4096;
	void *pgmap = calloc(1, replay_base.pgmap_bytes);

	replay_trace = getenv("TRACE") && *getenv("TRACE");
	if (replay_base.pgmap_bytes != replay_series.pgmap_bytes ||
	    replay_base.page_bytes != replay_series.page_bytes)
		die("base and series have different types");
	if (replay_trace && !(replay_base.can_trace && replay_series.can_trace))
		die("this configuration has no event page_ref_set to trace");
	if (mprotect((void *)text, bytes, PROT_READ | PROT_WRITE | PROT_EXEC))
		die("cannot write to the program's own code");
	replay_base.start(MEMMAP_PFN_0, pgmap, replay_trace);
	replay_series.start(MEMMAP_PFN_0, pgmap, replay_trace);
	mprotect((void *)text, bytes, PROT_READ | PROT_EXEC);
}

static int threads(void)
{
	const char *wanted = getenv("THREADS");

	return wanted ? atoi(wanted) : 1;
}

int main(int argc, char **argv)
{
	/* Fewer than a job may ask for, so that they can be used up. */
	if (argc > 1 && strcmp(argv[1], "equal") == 0)
		replay_pool = 12;
	fault_start();
	start_kernels();
	replay_threads = threads();
	if (argc == 2 && strcmp(argv[1], "equal") == 0)
		return equal_main(false);
	if (argc == 3 && strcmp(argv[1], "equal") == 0 && strcmp(argv[2], "first") == 0)
		return equal_main(true);
	if (argc > 3 && strcmp(argv[1], "time") == 0)
		return time_main(argc - 2, argv + 2);
	if (argc > 3 && strcmp(argv[1], "small") == 0)
		return small_main(argc - 2, argv + 2);
	if (argc == 5 && strcmp(argv[1], "count") == 0)
		return count_main(argv + 2);
	if (argc == 4 && strcmp(argv[1], "stores") == 0)
		return stores_main(argv + 2);
	die("usage: replay equal [first] | time PAGES ROUNDS CASE... | small ROUNDS CASE... |\n"
	    "       count WHO CASE PAGES | stores PAGES ROUNDS");
}
