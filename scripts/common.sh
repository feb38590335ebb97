# Shared by the scripts of this folder; sourced, never run.
# shellcheck shell=bash disable=SC2034

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath -m -- "${BUILD:-$top/build}")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fast-memmap
logs=$build/logs
# Scripts that are started by another go on with its clock.
export FM_STARTED=${FM_STARTED:-$EPOCHSECONDS}

# out_dir NAME VARIANT CONFIG: where it is built. gcc and clang do not share a folder.
out_dir() {
	echo "$build/out/$1/$2/$3${LLVM:+.llvm$LLVM}"
}

# die MESSAGE [HINT]: the one error exit.
die() {
	printf 'error: %s\n' "$1" >&2
	if [ $# -gt 1 ]; then
		printf '       %s\n' "${@:2}" >&2
	fi
	exit 1
}

note() {
	printf '%s\n' "$*" >&2
}

elapsed() {
	local seconds=$((EPOCHSECONDS - FM_STARTED))
	printf '%d:%02d' $((seconds / 60)) $((seconds % 60))
}

# on_exit COMMAND...: runs when the script ends in whatever way; use it instead
# of trap, which would displace the end of a running job.
on_exit() {
	exit_commands+=("$(printf '%q ' "$@")")
}

exit_commands=()
job=

finish() {
	local command
	trap '' INT TERM HUP
	if [ -n "$job" ] && kill -TERM -- "-$job" 2>/dev/null; then
		wait "$job" || :
	fi
	for command in "${exit_commands[@]}"; do
		eval "$command" || :
	done
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# base_field NAME COLUMN: one field of the line that describes a base.
base_field() {
	local line
	line=$(grep -E "^${1//./\\.}[[:space:]]" "$top/bases") ||
		die "unknown base '$1'" "known: $(grep -v '^#' "$top/bases" | awk '{printf "%s ", $1}')"
	awk -v n="$2" '{print $n}' <<<"$line"
}

# take_lock: one run at a time may write below the build folder; scripts that
# are started by one that has the lock pass through.
take_lock() {
	[ -z "${FM_LOCKED:-}" ] || return 0
	if ! mkdir -p "$build" "$logs" 2>/dev/null || [ ! -w "$build" ]; then
		die "cannot write to $build" "BUILD=/some/folder takes another"
	fi
	exec {lock_fd}>>"$build/.lock"
	flock -n "$lock_fd" ||
		die "another run is using $build (pid $(cat "$build/.lock.pid" 2>/dev/null))" \
		    "wait for it, or give this one its own folder: BUILD=/some/folder"
	echo $$ >"$build/.lock.pid"
	export FM_LOCKED=1
}

# need_space FOLDER GIB WHAT
need_space() {
	local free
	mkdir -p "$1"
	free=$(df -P -k "$1" | awk 'NR == 2 {print int($4 / 1048576)}')
	[ "$free" -ge "$2" ] ||
		die "$3 needs $2 GiB in $1, $free GiB are free" \
		    "free some space, or use BUILD=/other/folder (XDG_CACHE_HOME for the cache)"
}

# What several scripts need, for those that would rather know before the first of them runs.
build_tools=(gcc=gcc make=make ccache=ccache flex=flex bison=bison bc=bc mawk=mawk perl=perl
	/usr/include/gelf.h=libelf-dev /usr/include/openssl/opensslv.h=libssl-dev)
guest_tools=(gcc=gcc /usr/include/stdio.h=libc6-dev qemu-system-x86_64=qemu-system-x86 cpio=cpio python3=python3)

# need COMMAND=PACKAGE...: install what is missing (root on Debian), or say how.
need() {
	local pair missing=()
	for pair; do
		[[ $pair = /* && -e ${pair%%=*} ]] && continue
		command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		die "missing: ${missing[*]}" "as root: apt-get install ${missing[*]}"
	fi
	run_logged install "installing ${missing[*]}" install_packages "${missing[@]}"
}

install_packages() {
	apt-get update
	DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# Of run_logged: a line that redraws on a terminal, one a minute in a log.
watch_job() {
	local line pause=0.1 begin=$EPOCHSECONDS said=$EPOCHSECONDS
	while kill -0 "$job" 2>/dev/null; do
		if [ -t 2 ] || [ $((EPOCHSECONDS - said)) -ge 60 ]; then
			line="$(elapsed)  $text  $([ -z "${PROGRESS:-}" ] || $PROGRESS "$log" || :)"
			said=$EPOCHSECONDS
			if [ -t 2 ]; then
				printf '\r\033[K%s' "$line" >&2
			else
				note "$line"
			fi
		fi
		[ $((EPOCHSECONDS - begin)) -lt 3 ] || pause=0.5
		sleep $pause
	done
	[ ! -t 2 ] || printf '\r\033[K' >&2
}

# run_logged NAME TEXT COMMAND...: output goes to a log file; a terminal shows
# a line with the time that redraws, a log gets one a minute, and one at the end.
# PROGRESS, when set, is a command that says how far the work is.
run_logged() {
	local log=$logs/$1.log text=$2 begin=$SECONDS status=0
	shift 2
	mkdir -p "$logs"
	set -m	# a process group of its own, so that finish() can end all of it
	"$@" >"$log" 2>&1 </dev/null &
	job=$!
	set +m
	watch_job
	wait "$job" || status=$?
	job=
	if [ $status -ne 0 ]; then
		tail -n 20 "$log" | sed 's/^/    /' >&2
		! grep -qiE 'no space left|out of diskspace' "$log" ||
			die "$text: no space left" "free some, or use BUILD=/other/folder" "log: $log"
		die "$text: failed" "log: $log"
	fi
	note "$(elapsed)  $text  ($((SECONDS - begin)) s)"
}
