import { worstStatus } from "~/status/status";
import { groupUptimeHundredths } from "../uptime/rules/uptime";
import { componentsWithKnownStatus } from "./monitored-state";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";
import type { GroupFact } from "./snapshot-facts";

type SnapshotGroupMember = SnapshotComponent & { exact: number | null };

/**
 * Returns groups in their order with their members' ids, worst known status, and the mean uptime of members whose
 * uptime is shown. A group without members is not shown.
 */
export function snapshotGroupsOf(
  groups: readonly GroupFact[],
  components: readonly SnapshotGroupMember[],
): Snapshot["groups"] {
  return groups.flatMap((group) => {
    const members = components.filter((each) => each.groupId === group.id);
    if (members.length === 0) return [];
    const known = componentsWithKnownStatus(members);
    return [
      {
        ...group,
        componentIds: members.map((each) => each.id),
        status: worstStatus(known.map((each) => each.status)) ?? "no_data",
        ...(known.length === 0 ? { unmonitored: true as const } : {}),
        uptime: groupUptimeHundredths(members.filter((each) => each.showUptime).map((each) => each.exact)),
      },
    ];
  });
}
