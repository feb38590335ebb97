// SPDX-License-Identifier: GPL-2.0
/*
 * The verbs that bind: the first time, and again and again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

/* Where the namespace lies, for who wants to find it in the backing file. */
static void report_place(const struct namespace *ns)
{
	char region[32] = "?", raw[32] = "?", start[32] = "?", size[32] = "?", name[32];

	attr_read(region, sizeof(region), ND_DEVICES "/%s/resource", ns->region);
	if (!attr_read(name, sizeof(name), ND_DEVICES "/%s/namespace", ns->device))
		attr_read(raw, sizeof(raw), ND_DEVICES "/%s/resource", name);
	attr_read(start, sizeof(start), ND_DEVICES "/%s/resource", ns->device);
	attr_read(size, sizeof(size), ND_DEVICES "/%s/size", ns->device);
	report("place driver=%s device=%s region=%s namespace=%s resource=%s size=%s",
	       ns->driver, ns->device, region, raw, start, size);
}

static int bind_often(struct namespace *ns, char *count)
{
	char *argv[] = { SELFTEST, "--count", count, "--driver", ns->driver,
			 ns->device, NULL };
	struct selftest run = { 0 };
	int status = run_selftest(&run, argv);

	if (status)
		return status < 0 ? status :
		       fail("bind %s to %s: the selftest ended with status %d",
			    ns->device, ns->driver, status);
	if (run.memmaps != (unsigned int)atoi(count))
		return fail("bind %s to %s: %u of %s binds have a time of the memmap",
			    ns->device, ns->driver, run.memmaps, count);
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
		if (bind_often(&namespaces[i], "1"))
			return -1;
		report_place(&namespaces[i]);
	}
	return 0;
}

int verb_rebind(int argc, char **argv)
{
	unsigned int i, matched = 0;

	if (argc != 3 || atoi(argv[2]) < 1)
		return fail("usage: %s DRIVER|all COUNT", argv[0]);
	for (i = 0; i < nr_namespaces; i++) {
		if (strcmp(argv[1], "all") && strcmp(argv[1], namespaces[i].driver))
			continue;
		matched++;
		if (bind_often(&namespaces[i], argv[2]))
			return -1;
	}
	if (!matched)
		return fail("no namespace of driver %s", argv[1]);
	return 0;
}
