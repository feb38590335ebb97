// SPDX-License-Identifier: GPL-2.0
/*
 * Makes namespaces through sysfs, as ndctl would.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

#define MAX_REGIONS 16
#define SUBSECTION "2097152"

struct namespace namespaces[MAX_NAMESPACES];
unsigned int nr_namespaces;

/* Fixed, so that the info blocks of two boots are equal. */
static void fixed_uuid(char *buf, size_t len, unsigned int id)
{
	snprintf(buf, len, "00000000-0000-4000-8000-%012x", id + 1);
}

static int set(const char *device, const char *attr, const char *value)
{
	int err = attr_write(value, ND_DEVICES "/%s/%s", device, attr);

	if (!err)
		return 0;
	return fail("%s of %s to '%s': %s", attr, device, value, strerror(-err));
}

/*
 * The name of the region of the nth DIMM: they have the order of the command
 * line in their addresses, but not in the kernel's names.
 */
static int find_region(char *name, size_t len, unsigned int nth)
{
	unsigned long long start[MAX_REGIONS];
	unsigned int i, j, below, count;
	char text[32];

	/* When this has been read the bus has probed whatever it found. */
	attr_wait(ND_DEVICES "/region%u", nth);
	attr_read(text, sizeof(text), ND_DEVICES "/ndbus0/wait_probe");
	for (count = 0; count < MAX_REGIONS; count++) {
		if (attr_read(text, sizeof(text), ND_DEVICES "/region%u/resource", count))
			break;
		start[count] = strtoull(text, NULL, 0);
	}
	for (i = 0; i < count; i++) {
		for (below = 0, j = 0; j < count; j++)
			below += start[j] < start[i];
		if (below == nth) {
			snprintf(name, len, "region%u", i);
			return 0;
		}
	}
	return fail("no region%u, the machine has %u NVDIMMs", nth, count);
}

static int raw_namespace(char *name, size_t len, const char *region,
			 const char *size)
{
	char bytes[32], uuid[40];

	if (!size) {
		snprintf(name, len, "namespace%s.0", region + strlen("region"));
		return 0;
	}
	/*
	 * Takes its part of a region with labels. The region offers the next seed when the
	 * device that this one becomes a part of is bound.
	 */
	if (attr_read(name, len, ND_DEVICES "/%s/namespace_seed", region) || !*name)
		return fail("%s has no namespace_seed: is its NVDIMM without labels?",
			    region);
	snprintf(bytes, sizeof(bytes), "%llu", parse_size(size));
	fixed_uuid(uuid, sizeof(uuid), 0x100 + nr_namespaces);
	return set(region, "align", SUBSECTION) || set(name, "uuid", uuid) ||
	       set(name, "size", bytes);
}

/* Before the claim: a raw namespace is bound to nd_pmem, or found unbound. */
static int release(const char *raw)
{
	if (!attr_wait(ND_DEVICES "/%s/mode", raw))
		return fail("no %s", raw);
	attr_write(raw, ND_DRIVERS "/nd_pmem/unbind");
	return 0;
}

static int claim(const struct namespace *ns, const char *raw,
		 unsigned long long align, const char *map)
{
	char uuid[40], bytes[32];

	fixed_uuid(uuid, sizeof(uuid), nr_namespaces);
	snprintf(bytes, sizeof(bytes), "%llu", align);
	if (set(ns->device, "uuid", uuid) ||
	    set(ns->device, "align", bytes) ||
	    set(ns->device, "mode", strcmp(map, "dev") ? "ram" : "pmem") ||
	    set(ns->device, "namespace", raw))
		return -1;
	return 0;
}

int verb_namespace(int argc, char **argv)
{
	bool devdax = argc > 2 && !strcmp(argv[2], "devdax");
	const char *size = argc == 6 ? argv[5] : NULL;
	struct namespace *ns = &namespaces[nr_namespaces];
	unsigned long long align;
	char raw[32];

	if (argc < 5 || argc > 6 || strncmp(argv[1], "region", 6) ||
	    (!devdax && strcmp(argv[2], "fsdax")) ||
	    !(align = parse_size(argv[3])) ||
	    (strcmp(argv[4], "dev") && strcmp(argv[4], "mem")))
		return fail("usage: %s regionN fsdax|devdax ALIGN dev|mem [SIZE]", argv[0]);
	if (nr_namespaces == MAX_NAMESPACES)
		return fail("more than %d namespaces", MAX_NAMESPACES);

	memset(ns, 0, sizeof(*ns));
	strcpy(ns->driver, devdax ? "dax_pmem" : "nd_pmem");
	if (find_region(ns->region, sizeof(ns->region), atoi(argv[1] + strlen("region"))) ||
	    raw_namespace(raw, sizeof(raw), ns->region, size) || release(raw))
		return -1;
	if (attr_read(ns->device, sizeof(ns->device), ND_DEVICES "/%s/%s",
		      ns->region, devdax ? "dax_seed" : "pfn_seed") || !*ns->device)
		return fail("%s has no %s seed", ns->region, argv[2]);
	if (claim(ns, raw, align, argv[4]))
		return -1;
	report("namespace driver=%s device=%s mode=%s align=%llu map=%s",
	       ns->driver, ns->device, argv[2], align, argv[4]);
	nr_namespaces++;
	return 0;
}
