// SPDX-License-Identifier: GPL-2.0
/*
 * /init of the test guest: does what /plan says, one verb a line, reports to
 * the host over the second serial port, and always powers off.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "guest.h"

#define MAX_ARGS 16

static const struct {
	const char *type, *where;
	bool optional;
} mounts[] = {
	{ "devtmpfs", "/dev", false },
	{ "proc", "/proc", false },
	{ "sysfs", "/sys", false },
	{ "debugfs", "/sys/kernel/debug", true },
	{ "tracefs", "/sys/kernel/tracing", true },
};

/* To test the host: a guest that does nothing any more, and one that dies. */
static int verb_hang(int argc, char **argv)
{
	report("%s%s", argv[0], argc > 1 ? " takes no argument" : "");
	return pause();
}

static int verb_panic(int argc, char **argv)
{
	report("%s%s", argv[0], argc > 1 ? " takes no argument" : "");
	report_drain();
	_exit(1);
}

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{ "namespace", verb_namespace },
	{ "first", verb_first },
	{ "rebind", verb_rebind },
	{ "trace", verb_trace },
	{ "tracedump", verb_tracedump },
	{ "flip", verb_flip },
	{ "selftest", verb_selftest },
	{ "both", verb_both },
	{ "hold", verb_hold },
	{ "release", verb_release },
	{ "mount", verb_mount },
	{ "umount", verb_umount },
	{ "cover", verb_cover },
	{ "write", verb_write },
	{ "show", verb_show },
	{ "hang", verb_hang },
	{ "panic", verb_panic },
};

/* "@N" in an argument is the number of the region of the Nth namespace. */
static char *expand(char *word, char *buf, size_t len)
{
	char *at = strchr(word, '@');
	unsigned int nth = at ? at[1] - '0' : 0;

	if (!at || nth >= nr_namespaces)
		return word;
	snprintf(buf, len, "%.*s%s%s", (int)(at - word), word,
		 namespaces[nth].region + strlen("region"), at + 2);
	return buf;
}

static int run_verb(int argc, char **argv)
{
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (!strcmp(verbs[i].name, argv[0]))
			return verbs[i].run(argc, argv);
	return fail("unknown verb '%s'", argv[0]);
}

static int run_plan(void)
{
	FILE *plan = fopen("/plan", "re");
	char line[512], words[MAX_ARGS][64], *args[MAX_ARGS + 1], *word;
	int argc, number = 0;

	if (!plan)
		return fail("open /plan: %s", strerror(errno));
	while (fgets(line, sizeof(line), plan)) {
		number++;
		argc = 0;
		for (word = strtok(line, " \t\n"); word && argc < MAX_ARGS;
		     word = strtok(NULL, " \t\n"), argc++)
			args[argc] = expand(word, words[argc], sizeof(words[argc]));
		args[argc] = NULL;
		if (!argc || args[0][0] == '#')
			continue;
		if (run_verb(argc, args))
			return fail("plan stopped at line %d", number);
	}
	fclose(plan);
	return 0;
}

static int set_up(void)
{
	struct utsname uts;
	size_t i;

	for (i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].where, 0755);
		if (mount("none", mounts[i].where, mounts[i].type, 0, NULL) &&
		    !mounts[i].optional)
			return fail("mount %s: %s", mounts[i].where, strerror(errno));
	}
	if (report_open("/dev/ttyS1"))
		return fail("no /dev/ttyS1");
	uname(&uts);
	report("kernel release=%s", uts.release);
	return 0;
}

int main(void)
{
	if (!set_up() && !run_plan())
		report("plan finished");
	report_drain();
	sync();
	reboot(RB_POWER_OFF);
	return 1;
}
