// SPDX-License-Identifier: GPL-2.0
/*
 * The page_ref_set events of the devices' pages: recorded around a bind and
 * told as runs and a hash, so that two kernels can be compared; or switched
 * on and off while devices are bound.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

#define TRACEFS		"/sys/kernel/tracing"
#define EVENT		TRACEFS "/events/page_ref/page_ref_set"
#define BUFFER_KB	"65536"
#define PAGE_SHIFT	12
#define MAX_VALUES	8

/* Consecutive pages with the same events, in the order in which they came. */
struct run {
	unsigned long first, pages;
	unsigned int nr_values;
	int values[MAX_VALUES];
};

static int set(const char *path, const char *value)
{
	int err = attr_write(value, "%s", path);

	if (!err)
		return 0;
	return fail("write '%s' to %s: %s (has the kernel debug.config?)",
		    value, path, strerror(-err));
}

/* Only pages of the namespaces' regions: data, and memmap with map=dev. */
static int set_filter(void)
{
	unsigned long long start, size;
	char filter[1024] = "", text[32];
	unsigned int i;
	size_t used = 0;

	for (i = 0; i < nr_namespaces; i++) {
		const char *region = namespaces[i].region;

		if (attr_read(text, sizeof(text), ND_DEVICES "/%s/resource", region))
			return fail("%s has no resource", region);
		start = strtoull(text, NULL, 0);
		if (attr_read(text, sizeof(text), ND_DEVICES "/%s/size", region))
			return fail("%s has no size", region);
		size = strtoull(text, NULL, 0);
		used += snprintf(filter + used, sizeof(filter) - used,
				 "%s(pfn >= %llu && pfn < %llu)", i ? " || " : "",
				 start >> PAGE_SHIFT, (start + size) >> PAGE_SHIFT);
	}
	return set(EVENT "/filter", filter);
}

int verb_trace(int argc, char **argv)
{
	bool on = argc == 2 && !strcmp(argv[1], "on");

	if (argc != 2 || (!on && strcmp(argv[1], "off")))
		return fail("usage: %s on|off", argv[0]);
	if (!on)
		return set(EVENT "/enable", "0");
	if (!nr_namespaces)
		return fail("trace: no namespace yet");
	/* Order over CPUs, and events that found no place counted as dropped. */
	if (set(TRACEFS "/trace_clock", "global") ||
	    set(TRACEFS "/options/overwrite", "0") ||
	    set(TRACEFS "/buffer_size_kb", BUFFER_KB) ||
	    set(TRACEFS "/trace", "0") || set_filter())
		return -1;
	return set(EVENT "/enable", "1");
}

static int check_lost(void)
{
	char path[128], line[128];
	unsigned long lost;
	FILE *file;
	int cpu;

	for (cpu = 0;; cpu++) {
		snprintf(path, sizeof(path), TRACEFS "/per_cpu/cpu%d/stats", cpu);
		file = fopen(path, "re");
		if (!file)
			return cpu ? 0 : fail("no %s", path);
		while (fgets(line, sizeof(line), file)) {
			if ((sscanf(line, "overrun: %lu", &lost) == 1 ||
			     sscanf(line, "dropped events: %lu", &lost) == 1) && lost) {
				fclose(file);
				return fail("%lu trace events lost on CPU %d", lost, cpu);
			}
		}
		fclose(file);
	}
}

/* FNV-1a over the bytes of both numbers */
static unsigned long long hash_event(unsigned long long hash,
				     unsigned long pfn, int value)
{
	unsigned long words[2] = { pfn, (unsigned int)value };
	const unsigned char *byte = (const unsigned char *)words;
	size_t i;

	for (i = 0; i < sizeof(words); i++)
		hash = (hash ^ byte[i]) * 0x100000001b3ULL;
	return hash;
}

static void print_run(const struct run *run)
{
	char values[MAX_VALUES * 12 + 1] = "";
	unsigned int i;
	int used = 0;

	for (i = 0; i < run->nr_values; i++)
		used += snprintf(values + used, sizeof(values) - used, "%s%d",
				 i ? "," : "", run->values[i]);
	report("run pfn=%#lx pages=%lu values=%s", run->first, run->pages, values);
}

static bool same_values(const struct run *a, const struct run *b)
{
	return a->nr_values == b->nr_values &&
	       !memcmp(a->values, b->values, a->nr_values * sizeof(a->values[0]));
}

/* A page is complete: it prolongs the run, or starts the next. */
static void add_page(struct run *run, const struct run *page)
{
	if (run->pages && page->first == run->first + run->pages &&
	    same_values(run, page)) {
		run->pages++;
		return;
	}
	if (run->pages)
		print_run(run);
	*run = *page;
}

int verb_tracedump(int argc, char **argv)
{
	unsigned long long hash = 0xcbf29ce484222325ULL;
	struct run run = { 0 }, page = { 0 };
	unsigned long events = 0, pfn;
	char line[512], *at, *val;
	FILE *trace;
	int value;

	if (argc != 1)
		return fail("usage: %s", argv[0]);
	if (check_lost())
		return -1;
	trace = fopen(TRACEFS "/trace", "re");
	if (!trace)
		return fail("open " TRACEFS "/trace: %s", strerror(errno));
	while (fgets(line, sizeof(line), trace)) {
		at = strstr(line, "page_ref_set: pfn=");
		if (!at)
			continue;
		pfn = strtoul(at + strlen("page_ref_set: pfn="), NULL, 16);
		val = strstr(at, " val=");
		value = val ? atoi(val + strlen(" val=")) : 0;
		hash = hash_event(hash, pfn, value);
		events++;
		if (page.pages && (page.first != pfn || page.nr_values == MAX_VALUES)) {
			add_page(&run, &page);
			page.nr_values = 0;
		}
		page.first = pfn;
		page.pages = 1;
		page.values[page.nr_values++] = value;
	}
	fclose(trace);
	if (page.pages)
		add_page(&run, &page);
	if (run.pages)
		print_run(&run);
	report("trace events=%lu hash=%016llx", events, hash);
	return 0;
}

/* The child switches until it is killed; the pipe tells how often. */
static void flip_forever(int pipe_fd, const char *file, char **values)
{
	unsigned int flips;

	for (flips = 0;; flips++) {
		if (attr_write(values[flips & 1], "%s", file) ||
		    write(pipe_fd, "x", 1) != 1)
			_exit(1);
		usleep(1000 + (flips * 777) % 20000);
	}
}

int verb_flip(int argc, char **argv)
{
	char *rebind[] = { "rebind", argv[1], argv[2] }, *on_off[] = { "1", "0" };
	char **values = argc == 6 ? argv + 4 : on_off;
	const char *file = argc == 6 ? argv[3] : EVENT "/enable";
	unsigned long flips = 0;
	int fds[2], status, err;
	char buf[512];
	ssize_t got;
	pid_t pid;

	if (argc != 3 && argc != 6)
		return fail("usage: %s DRIVER|all COUNT [FILE VALUE VALUE]", argv[0]);
	if ((argc == 3 && set(TRACEFS "/options/overwrite", "1")) || pipe(fds))
		return fail("flip: cannot start");
	pid = fork();
	if (pid < 0)
		return fail("fork: %s", strerror(errno));
	if (!pid) {
		close(fds[0]);
		flip_forever(fds[1], file, values);
	}
	close(fds[1]);
	err = verb_rebind(3, rebind);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	while ((got = read(fds[0], buf, sizeof(buf))) > 0)
		flips += got;
	close(fds[0]);
	if (WIFEXITED(status))
		return fail("flip: %s could not be switched", file);
	report("flip switched=%lu", flips);
	return err ? err : set(file, values[1]);
}
