#!/bin/bash
# The selftest of the series, zone_device_rebind, in a guest: what it tells agrees
# with the kernel's log; bad input gets one clear message and the right result;
# no device that is in use is touched, and none is left unbound.
. "$(dirname "$0")/guest.sh"

console=$logs/test-7.3-series-debug.log
control=/proc/dynamic_debug/control
nd=/sys/bus/nd

# Of 256 MiB and 384 MiB, so that the devices differ in their pages.
plan() {
	cat <<-END
		namespace region0 fsdax 2M dev
		namespace region1 devdax 2M mem
		first
		selftest list
		show $control memmap_init_zone_device
		selftest good -c 4 pfn@0.0 dax@1.0
		show $control memmap_init_zone_device
		selftest dax-bus -c 2 dax/dax@1.0
		selftest held -c 1 namespace@0.0
		selftest none -c 1 pfn77.0
		selftest other -c 1 null
		selftest path -c 1 ../pfn@0.0
		selftest hash -c 1 pfn#SKIP
		selftest region -c 1 region@0
		selftest unbound -c 1 pfn@0.1
		selftest wrong -c 1 -d dax_pmem pfn@0.0
		selftest nonsense-driver -c 1 -d foo pfn@0.1
		selftest zero -c 0 pfn@0.0
		selftest nonsense -c 4x pfn@0.0
		selftest option --frobnicate pfn@0.0
		hold /dev/pmem@0 open
		selftest open -c 1 pfn@0.0
		release
		hold /dev/pmem@0 thread
		selftest thread -c 1 pfn@0.0
		release
		hold /dev/pmem@0 apart
		selftest apart -c 1 pfn@0.0
		release
		hold /dev/pmem@0 loop
		selftest loop -c 1 pfn@0.0
		release
		hold /dev/dax@1.0 map
		selftest mapped -c 1 dax@1.0
		selftest mapped-dax-bus -c 1 dax/dax@1.0
		release
		mount /dev/pmem@0 /mnt
		selftest mounted -c 1 pfn@0.0 dax@1.0
		umount /mnt
		selftest stop stop=3 -c 1000 pfn@0.0 dax@1.0
		show $nd/devices/pfn@0.0/uevent DRIVER
		show $control memmap_init_zone_device
		cover $nd/drivers/nd_pmem/bind /dev/full
		selftest bind-fails -c 2 pfn@0.0
		umount $nd/drivers/nd_pmem/bind
		cover $nd/drivers /dev
		selftest no-driver -c 1 -d nd_pmem pfn@0.0
		umount $nd/drivers
		selftest again -c 1 -d nd_pmem pfn@0.0
		cover $control /dev/null
		selftest no-log -c 2 pfn@0.0
		umount $control
		write $control func memmap_init_zone_device +pt
		both 20 pfn@0.0 dax@1.0
	END
}

boots() {
	plan | APPEND=loglevel=8 boot 7.3 series debug 256M 384M
}

# output NAME: what the selftest printed in that case
output() {
	report 7.3 series debug | sed -n "/^selftest $1\$/,/^end /p"
}

# says NAME STATUS REGEX: of the case; the status tells the selftest's result
says() {
	output "$1"
	output "$1" | grep -q "^end status=$2 " && output "$1" | grep -qE -- "$3"
}

# binds NAME DRIVER COUNT: with a time of the memmap
binds() {
	[ "$(output "$1" | grep -cE "^# bind driver=$2 .* pages=[1-9][0-9]* ms=[0-9]+ ns=[1-9]")" = "$3" ]
}

good_run() {
	says good 0 '^ok 2 dax.*: 4 binds' && binds good nd_pmem 4 && binds good dax_pmem 4 &&
		[ "$(output good | grep -cE '^# times_ms .* binds=4 first=[0-9.]+ median=[0-9.]+ min=[0-9.]+ max=[0-9.]+$')" = 4 ]
}

first_median_min_max() {
	output good | awk -v of="$1" -v field="$2" '
		$2 == "bind" && $3 == "driver=nd_pmem" {
			sub(".*" field "=", "")
			value[n++] = $1 / (field == "ns" ? 1000000 : 1)
		}
		$2 == "times_ms" && $3 == "driver=nd_pmem" && $5 == "of=" of { line = $0 }
		END {
			min = max = value[1]
			for (i = 1; i < n; i++) {
				sum += value[i]
				min = value[i] < min ? value[i] : min
				max = value[i] > max ? value[i] : max
			}
			want = sprintf("first=%.3f median=%.3f min=%.3f max=%.3f",
				value[0], sum - min - max, min, max)
			print line; print want
			exit n != 4 || index(line, want) == 0
		}'
}

# All that the kernel has logged was told, each by the right device.
agrees_with_log() {
	tr -d '\r' <"$console" |
		sed -n 's/.*memmap_init_zone_device initialised \([0-9]*\) pages in \([0-9]*\)ms$/\1 \2/p' |
		sort >"$work/logged"
	report 7.3 series debug |
		sed -n 's/^# bind .* pages=\([0-9]*\) ms=\([0-9]*\) .*/\1 \2/p' | sort >"$work/told"
	[ -s "$work/told" ] && diff "$work/logged" "$work/told"
}

same_pages() {
	report 7.3 series debug |
		sed -n 's/^# bind driver=\([a-z_]*\) .* \(pages=[0-9]*\) .*/\1 \2/p' | sort | uniq -c
	[ "$(report 7.3 series debug |
		sed -n 's/^# bind driver=\([a-z_]*\) .* \(pages=[0-9]*\) .*/\1 \2/p' | sort -u | wc -l)" = 3 ]
}

is_ktap() {
	output "$1" | grep -vE '^(selftest|end) ' >"$work/ktap"
	python3 "$src/tools/testing/kunit/kunit.py" parse "$work/ktap" >"$work/parsed" || [ "$2" = 1 ]
	cat "$work/parsed"
	grep -q "Testing complete. Ran $3\$" "$work/parsed"
}

# The flags are the same before, after, and after it was stopped.
log_is_restored() {
	report 7.3 series debug | grep '^show mm/mm_init.c:.*memmap_init_zone_device =_ ' >"$work/shown"
	[ "$(wc -l <"$work/shown")" = 3 ] && [ "$(sort -u "$work/shown" | wc -l)" = 1 ]
}

stays_bound() {
	report 7.3 series debug | grep -qx 'show DRIVER=nd_pmem'
}

# On the host, since the guest's kernel knows root only.
as_user() {
	local status=0 user=()
	(cd "$work" && cpio -i --quiet zone_device_rebind <"$build/guest/initramfs.cpio")
	chmod a+x "$work"
	[ "$(id -u)" != 0 ] || user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
	"${user[@]}" "$work/zone_device_rebind" pfn0.0 >"$work/user" || status=$?
	cat "$work/user"
	[ $status = 4 ] && grep -qx '1..0 # SKIP only root can unbind and bind devices' "$work/user"
}

need python3=python3 cpio=cpio
src=$("$top/scripts/src" 7.3 series)
ok "the guest carries out the plan, and the kernel does not complain" boots
ok "without a device: candidates are listed, and it skips" says list 4 '^# candidate device=nd/pfn'
ok "two devices, four binds each" good_run
ok "first, median, minimum and maximum of the memmap's times" first_median_min_max memmap ms
ok "first, median, minimum and maximum of the binds' times" first_median_min_max bind ns
ok "its times are those of the kernel's log, none missing" agrees_with_log
ok "KTAP of a good run" is_ktap good 0 '2 tests: passed: 2'
ok "KTAP of a run that skips" is_ktap mounted 0 '2 tests: passed: 1, skipped: 1'
ok "KTAP of a run that fails" is_ktap none 1 '1 tests: failed: 1'
ok "the pr_debug is put back" log_is_restored
ok "a device of the dax bus" says dax-bus 0 '^# bind driver=device_dax .* pages='
ok "a namespace that is held: its holder is rebound" says held 0 '^# namespace.* is held by pfn'
ok "no such device" says none 1 '^not ok 1 pfn77.0: no such device'
ok "not an nd or dax device" says other 1 '^not ok 1 null: is not a device of the nd or dax bus'
ok "not a name" says path 1 '^not ok 1 \.\./pfn.*: is not the name of a device'
ok "not a name, and what would mean something in KTAP" says hash 1 '^not ok 1 pfn[?]SKIP: is not the name of a device'
ok "a region" says region 1 '^not ok 1 region.*: driver nd_region .* not known'
ok "a device that is not bound" says unbound 1 '^not ok 1 pfn.*: is not bound, --driver'
ok "another driver than the device's" says wrong 1 '^not ok 1 pfn.*: is bound to nd_pmem, not to dax_pmem'
ok "a driver that is nonsense" says nonsense-driver 1 '^not ok 1 pfn.*: driver foo .* not known'
ok "a driver that is missing" says no-driver 4 '^ok 1 # SKIP pfn.*: driver nd_pmem is missing'
ok "a count of zero" says zero 1 "^Bail out! count '0'"
ok "a count that is nonsense" says nonsense 1 "^Bail out! count '4x'"
ok "an unknown option" says option 1 '^Bail out! bad option'
ok "not root" as_user
ok "a device that is open" says open 4 '^ok 1 # SKIP pfn.*: is in use: /proc/1/fd/'
ok "a device that a thread has open, whose process has ended otherwise" \
	says thread 4 '^ok 1 # SKIP pfn.*: is in use: /proc/[2-9][0-9]*/fd/'
ok "a device that a thread has open, whose files are its own" \
	says apart 4 '^ok 1 # SKIP pfn.*: is in use: /proc/[2-9][0-9]*/fd/'
ok "a device below a loop device" says loop 4 '^ok 1 # SKIP pfn.*: is in use: /dev/pmem'
ok "a device that is mapped" says mapped 4 '^ok 1 # SKIP dax.*: is in use: /proc/1/map_files/'
ok "a device that is mapped, on the dax bus" says mapped-dax-bus 4 '^ok 1 # SKIP .*: is in use: /proc/1/map_files/'
ok "a device that is mounted, and one that is not" says mounted 0 '^ok 1 # SKIP pfn.*: is in use: /dev/pmem.* mounted or claimed'
ok "no pr_debug: the bind is timed" says no-log 0 '^# bind driver=nd_pmem device=pfn[0-9.]* index=. ns=[1-9]'
ok "no pr_debug: it says so" says no-log 0 '^# only binds are timed: pr_debug'
ok "a bind that fails: errno and state are told" says bind-fails 1 '^not ok 1 pfn.*: bind to nd_pmem: No space left on device; it is left unbound'
ok "that device can be bound" says again 0 '^# bind driver=nd_pmem .* index=0 '
ok "SIGTERM: it stops" says stop 1 '^Bail out! stopped by signal 15'
ok "SIGTERM: the device is bound" stays_bound
ok "two devices at the same time" says both 0 ' status=0$'
ok "each device has the same number of pages every time" same_pages
done_testing
