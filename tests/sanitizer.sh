# Boots the series on the kernel of a sanitizer, which is $config; sourced by the cases
# of each.
# shellcheck shell=bash disable=SC2154
. "$(dirname "${BASH_SOURCE[0]}")/kunit.sh"

# With five levels of page tables, emulated, some boots went wrong before any driver was there:
# with KMSAN the stack of interrupts overflowed, with KASAN the lock of an interrupt was reported.
export CPU=max,la57=off

# plan MAP OTHER-MAP: each driver with a memmap below 64 MiB, which is written through
# the caches, and with one above. The regions have labels, so that no raw device is bound at
# boot: KMSAN takes twice its size for what is mapped then.
plan() {
	cat <<-END
		namespace region0 fsdax 2M $1 1G
		namespace region1 devdax 2M $2 1G
		namespace region2 fsdax 2M $2 5G
		namespace region3 devdax 2M $1 5G
		first
		rebind all 2
	END
}

binds() {
	plan "$@" | LABELS=1 boot 7.3 series "$config" 1G 1G 5G 5G
}

binds_devices() {
	ok "$config: boots, binds, rebinds, no complaint" binds "$@"
	ok "$config: every bind logs its line" logs_binds 7.3 series "$config" 12
}

# Its own tests of memcpy_nontemporal(), whose reports are what they want.
run_own() {
	ALLOW=$top/guest/console-allow-kunit run own "$config.*memcpy_nontemporal*"
}
