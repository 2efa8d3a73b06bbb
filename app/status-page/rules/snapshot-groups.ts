import { worst } from "~/status/status";
import { groupUptime } from "../uptime/rules/uptime";
import { monitoredComponents } from "./monitored-state";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";
import type { GroupFact } from "./snapshot-facts";

type Member = SnapshotComponent & { exact: number | null };

/**
 * Returns groups in their order with their members' ids, worst known status, and the mean uptime of members whose
 * uptime is shown. A group without members is not shown.
 */
export function groupsOf(groups: readonly GroupFact[], components: readonly Member[]): Snapshot["groups"] {
  return groups.flatMap((group) => {
    const members = components.filter((each) => each.groupId === group.id);
    if (members.length === 0) return [];
    const known = monitoredComponents(members);
    return [
      {
        ...group,
        componentIds: members.map((each) => each.id),
        status: worst(known.map((each) => each.status)) ?? "no_data",
        ...(known.length === 0 ? { unmonitored: true as const } : {}),
        uptime: groupUptime(members.filter((each) => each.showUptime).map((each) => each.exact)),
      },
    ];
  });
}
