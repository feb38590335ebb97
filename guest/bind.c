// SPDX-License-Identifier: GPL-2.0
/*
 * The verbs that bind: the first time, and again and again.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"
#include "rebind.h"

/* Where the namespace lies, for who wants to find it in the backing file. */
static void report_place(const struct namespace *ns)
{
	char region[32] = "?", start[32] = "?", size[32] = "?";

	attr_read(region, sizeof(region), ND_DEVICES "/%s/resource", ns->region);
	attr_read(start, sizeof(start), ND_DEVICES "/%s/resource", ns->device);
	attr_read(size, sizeof(size), ND_DEVICES "/%s/size", ns->device);
	report("place driver=%s device=%s region=%s resource=%s size=%s",
	       ns->driver, ns->device, region, start, size);
}

static int bind_one(struct namespace *ns)
{
	struct bind_times times;
	int err;

	err = rebind_bind(ns->driver, ns->device, &times);
	if (err)
		return fail("bind %s to %s: %s", ns->device, ns->driver,
			    strerror(-err));
	if (!times.lines)
		return fail("bind %s to %s: no line '" MEMMAP_LINE
			    "' in the kernel log", ns->device, ns->driver);
	report("bind driver=%s device=%s index=%u pages=%lu ms=%lu ns=%llu",
	       ns->driver, ns->device, ns->binds++, times.pages, times.ms,
	       times.ns);
	ns->bound = true;
	return 0;
}

int verb_first(int argc, char **argv)
{
	unsigned int i;

	if (argc != 1)
		return fail("usage: %s", argv[0]);
	for (i = 0; i < nr_namespaces; i++) {
		if (namespaces[i].bound)
			continue;
		if (bind_one(&namespaces[i]))
			return -1;
		report_place(&namespaces[i]);
	}
	return 0;
}

static int rebind_one(struct namespace *ns)
{
	int err;

	if (ns->bound) {
		err = rebind_unbind(ns->driver, ns->device);
		if (err)
			return fail("unbind %s: %s", ns->device, strerror(-err));
		ns->bound = false;
	}
	return bind_one(ns);
}

int verb_rebind(int argc, char **argv)
{
	unsigned int i, n, matched = 0;
	int count;

	if (argc != 3 || (count = atoi(argv[2])) < 1)
		return fail("usage: %s DRIVER|all COUNT", argv[0]);
	for (i = 0; i < nr_namespaces; i++) {
		struct namespace *ns = &namespaces[i];

		if (strcmp(argv[1], "all") && strcmp(argv[1], ns->driver))
			continue;
		matched++;
		for (n = 0; n < (unsigned int)count; n++)
			if (rebind_one(ns))
				return -1;
	}
	if (!matched)
		return fail("no namespace of driver %s", argv[1]);
	return 0;
}
