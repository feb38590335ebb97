// SPDX-License-Identifier: GPL-2.0
/*
 * The verbs that test the selftest itself: start it with any arguments, use the
 * devices while it runs, take away what it needs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

#define MAP_BYTES	(2UL << 20)
#define ROMFS_MAGIC	"-rom1fs-"
#define ROMFS_ROOT	32	/* after the volume's head and name */
#define ROMFS_DIR	(1 | 8)

static int held_fd = -1;
static void *held_map = MAP_FAILED;
static pid_t held_pid;
static int held_ready[2];
static bool held_apart;

/* selftest NAME [stop=N] ARGUMENT...; stop: SIGTERM after N binds */
int verb_selftest(int argc, char **argv)
{
	struct selftest run = { 0 };
	int status;

	if (argc < 2)
		return fail("usage: %s NAME [stop=N] ARGUMENT...", argv[0]);
	report("selftest %s", *++argv);
	if (argc > 2 && !strncmp(argv[1], "stop=", 5))
		run.stop_after = atoi(*++argv + 5);
	status = run_selftest(&run, argv);
	if (status < 0)
		return status;
	report("end status=%d binds=%u", status, run.binds);
	return 0;
}

/* both COUNT DEVICE DEVICE: two at the same time */
int verb_both(int argc, char **argv)
{
	char *left[] = { "", "-c", NULL, NULL, NULL };
	char *right[] = { "", "-c", NULL, NULL, NULL };
	struct selftest run = { 0 };
	int status, other;
	pid_t pid;

	if (argc != 4)
		return fail("usage: %s COUNT DEVICE DEVICE", argv[0]);
	left[2] = argv[1];
	right[2] = argv[1];
	left[3] = argv[2];
	right[3] = argv[3];
	report("selftest both");
	pid = fork();
	if (!pid)
		_exit(run_selftest(&run, left));
	status = run_selftest(&run, right);
	if (pid < 0 || waitpid(pid, &other, 0) != pid)
		return fail("both: %s", strerror(errno));
	report("end status=%d status=%d", WEXITSTATUS(other), status);
	return 0;
}

static void *keep_open(void *node)
{
	if (held_apart)
		unshare(CLONE_FILES);
	if (open(node, O_RDONLY) >= 0)
		write(held_ready[1], "", 1);
	pause();
	return NULL;
}

/* A process whose main thread has ended, or has other files, while another has the file open. */
static int hold_in_thread(char *node, bool apart)
{
	pthread_t thread;
	char ready;

	if (pipe(held_ready))
		return fail("pipe: %s", strerror(errno));
	held_apart = apart;
	held_pid = fork();
	if (!held_pid) {
		close(held_ready[0]);
		pthread_create(&thread, NULL, keep_open, node);
		if (apart)
			pause();
		syscall(SYS_exit, 0);
	}
	close(held_ready[1]);
	if (held_pid < 0 || read(held_ready[0], &ready, 1) != 1)
		return fail("no other thread opens %s", node);
	close(held_ready[0]);
	return 0;
}

/* The file is the loop device's then, and nobody's else. */
static int hold_by_loop(char *node)
{
	int fd = open(node, O_RDONLY | O_CLOEXEC);

	held_fd = open("/dev/loop0", O_RDONLY | O_CLOEXEC);
	if (fd < 0 || held_fd < 0 || ioctl(held_fd, LOOP_SET_FD, fd))
		return fail("loop device on %s: %s", node, strerror(errno));
	return close(fd);
}

/* hold NODE open|map|loop|thread|apart: as a program that uses the device; release ends it */
int verb_hold(int argc, char **argv)
{
	if (argc != 3)
		return fail("usage: %s NODE open|map|loop|thread|apart", argv[0]);
	if (!strcmp(argv[2], "thread") || !strcmp(argv[2], "apart"))
		return hold_in_thread(argv[1], !strcmp(argv[2], "apart"));
	if (!strcmp(argv[2], "loop"))
		return hold_by_loop(argv[1]);
	held_fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (held_fd < 0)
		return fail("open %s: %s", argv[1], strerror(errno));
	if (!strcmp(argv[2], "open"))
		return 0;
	held_map = mmap(NULL, MAP_BYTES, PROT_READ, MAP_SHARED, held_fd, 0);
	close(held_fd);
	held_fd = -1;
	return held_map == MAP_FAILED ? fail("map %s: %s", argv[1], strerror(errno)) : 0;
}

int verb_release(int argc, char **argv)
{
	if (argc != 1)
		return fail("usage: %s", argv[0]);
	if (held_fd >= 0) {
		ioctl(held_fd, LOOP_CLR_FD);	/* no more than an error elsewhere */
		close(held_fd);
	}
	if (held_pid > 0) {
		kill(held_pid, SIGKILL);
		waitpid(held_pid, NULL, 0);
	}
	held_pid = 0;
	if (held_map != MAP_FAILED)
		munmap(held_map, MAP_BYTES);
	held_fd = -1;
	held_map = MAP_FAILED;
	return 0;
}

/* mount NODE WHERE: with an empty romfs on it */
int verb_mount(int argc, char **argv)
{
	unsigned int image[1024] = { 0 }, sum = 0, i;
	int fd;

	if (argc != 3)
		return fail("usage: %s NODE WHERE", argv[0]);
	memcpy(image, ROMFS_MAGIC, strlen(ROMFS_MAGIC));
	image[2] = htonl(sizeof(image));
	image[ROMFS_ROOT / 4] = htonl(ROMFS_DIR);
	image[ROMFS_ROOT / 4 + 1] = htonl(ROMFS_ROOT);
	memcpy(&image[ROMFS_ROOT / 4 + 4], ".", 1);
	for (i = 0; i < 512 / sizeof(image[0]); i++)
		sum += ntohl(image[i]);
	image[3] = htonl(-sum);
	fd = open(argv[1], O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, image, sizeof(image)) != sizeof(image) || close(fd))
		return fail("write to %s: %s", argv[1], strerror(errno));
	mkdir(argv[2], 0755);
	if (mount(argv[1], argv[2], "romfs", MS_RDONLY, NULL))
		return fail("mount %s: %s (has the kernel debug.config?)", argv[1], strerror(errno));
	return 0;
}

/* cover FILE WITH: FILE is WITH, until it is unmounted */
int verb_cover(int argc, char **argv)
{
	if (argc != 3)
		return fail("usage: %s FILE WITH", argv[0]);
	if (mount(argv[2], argv[1], NULL, MS_BIND, NULL))
		return fail("cover %s: %s", argv[1], strerror(errno));
	return 0;
}

int verb_umount(int argc, char **argv)
{
	if (argc != 2)
		return fail("usage: %s WHERE", argv[0]);
	return umount(argv[1]) ? fail("umount %s: %s", argv[1], strerror(errno)) : 0;
}

/* write FILE TEXT... */
int verb_write(int argc, char **argv)
{
	char text[256] = "";
	int i, err;

	for (i = 2; i < argc; i++) {
		strncat(text, argv[i], sizeof(text) - strlen(text) - 1);
		strncat(text, i < argc - 1 ? " " : "", sizeof(text) - strlen(text) - 1);
	}
	if (argc < 3)
		return fail("usage: %s FILE TEXT...", argv[0]);
	err = attr_write(text, "%s", argv[1]);
	return err ? fail("write to %s: %s", argv[1], strerror(-err)) : 0;
}

/* show FILE TEXT: its lines that have TEXT */
int verb_show(int argc, char **argv)
{
	char line[512];
	FILE *file;

	if (argc != 3)
		return fail("usage: %s FILE TEXT", argv[0]);
	file = fopen(argv[1], "re");
	if (!file)
		return fail("open %s: %s", argv[1], strerror(errno));
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (strstr(line, argv[2]))
			report("show %s", line);
	}
	fclose(file);
	return 0;
}
