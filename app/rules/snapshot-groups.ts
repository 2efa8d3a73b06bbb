import type { Snapshot, SnapshotComponent, SnapshotGroup } from "./snapshot-document";
import type { GroupFact } from "./snapshot-facts";
import { worst } from "./status";
import { groupUptime } from "./uptime";

type Member = SnapshotComponent & { exact: number | null };

const collapsing = (word: string): SnapshotGroup["collapsed"] =>
  word === "always" || word === "never" ? word : "unless_affected";

/**
 * Groups in their order with their members' ids, worst status, and the mean uptime of those whose uptime is shown. A
 * group without members is not shown.
 */
export function groupsOf(groups: readonly GroupFact[], components: readonly Member[]): Snapshot["groups"] {
  return groups.flatMap(({ collapsed, ...group }) => {
    const members = components.filter((each) => each.groupId === group.id);
    if (members.length === 0) return [];
    return [
      {
        ...group,
        collapsed: collapsing(collapsed),
        componentIds: members.map((each) => each.id),
        status: worst(members.map((each) => each.status)) ?? "operational",
        uptime: groupUptime(members.filter((each) => each.showUptime).map((each) => each.exact)),
      },
    ];
  });
}
