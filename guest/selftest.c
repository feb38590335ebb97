// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the selftest of the series, zone_device_rebind, which binds and measures,
 * and passes on what it prints.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

static void exec_selftest(int out, char **argv)
{
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	argv[0] = SELFTEST;
	execv(SELFTEST, argv);
	_exit(127);
}

static void count_line(struct selftest *run, const char *line, pid_t pid)
{
	if (strncmp(line, "# bind ", strlen("# bind ")))
		return;
	run->binds++;
	run->memmaps += !!strstr(line, " pages=");
	if (run->binds == run->stop_after)
		kill(pid, SIGTERM);
}

/* argv[0] is replaced. The exit status of the selftest, or -1 after fail(). */
int run_selftest(struct selftest *run, char **argv)
{
	char line[512];
	int fds[2], status;
	FILE *out;
	pid_t pid;

	run->binds = 0;
	run->memmaps = 0;
	if (pipe(fds))
		return fail("pipe: %s", strerror(errno));
	pid = fork();
	if (pid < 0)
		return fail("fork: %s", strerror(errno));
	if (!pid)
		exec_selftest(fds[1], argv);
	close(fds[1]);
	out = fdopen(fds[0], "r");
	while (out && fgets(line, sizeof(line), out)) {
		line[strcspn(line, "\n")] = '\0';
		report("%s", line);
		count_line(run, line, pid);
	}
	fclose(out);
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return fail(SELFTEST " did not exit by itself");
	return WEXITSTATUS(status);
}
