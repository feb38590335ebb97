# What every result file says of its circumstances; sourced, never run.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/repo.sh"

# common_meta NAME CONFIG: lines "key=value".
common_meta() {
	local out dir dirty=no
	out=$(out_dir "$1" base "$2")
	dir=$(patch_dir "$1")
	[ -z "$(git -C "$top" status --porcelain -- . ':!bench/results')" ] || dirty=yes
	cat <<-END
		date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
		commit=$(git -C "$top" rev-parse HEAD)
		uncommitted=$dirty
		base=$1
		origin=$("$top/scripts/base" "$1")
		patches=$(patch_files "$dir" | wc -l)
		patches_sha256=$(patches_key "$dir")
		config=$2
		config_sha256=$(sha256sum "$out/.config" | cut -d' ' -f1)
		compiler=$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\(.*\)"/\1/p' "$out/.config")
		cpu=$(awk -F': ' '/^model name/ {print $2; exit}' /proc/cpuinfo)
		l2_bytes=$(getconf LEVEL2_CACHE_SIZE)
		l3_bytes=$(getconf LEVEL3_CACHE_SIZE)
		host=$(uname -r)
	END
}
