# Boots a guest with two namespaces in each region. `regions` has a line for each:
# MODE ALIGN MAP MIB, and the same of the second namespace. Sourced by the cases that do that.
# shellcheck shell=bash disable=SC2154
. "$(dirname "${BASH_SOURCE[0]}")/guest.sh"

config=${KERNEL_CONFIG:-production}

plan() {
	local i mode align map size rest second=()
	for i in "${!regions[@]}"; do
		read -r mode align map size rest <<<"${regions[i]}"
		echo "namespace region$i $mode $align $map ${size}M"
		second+=("namespace region$i ${rest}M")
	done
	printf '%s\n' first "${second[@]}" first
}

# Of each region, in MiB: the first one, and both.
sizes() {
	local mode align map first second line
	for line in "${regions[@]}"; do
		read -r mode align map first mode align map second <<<"$line"
		echo "$first $((first + second))"
	done
}

# Of each device, in the order of the plan: DRIVER DEVICE ALIGN MAP REGION NAMESPACE RESOURCE SIZE,
# of which the last four are in bytes: where its region, its namespace and its data begin, and how
# much data it has.
devices() {
	report 7.3 "$1" "$config" | awk '
		{ for (i = 2; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] } }
		$1 == "namespace" { kind[value["device"]] = value["align"] " " value["map"] }
		$1 == "place" {
			print value["driver"], value["device"], kind[value["device"]], value["region"],
				value["namespace"], value["resource"], value["size"]
		}'
}
