import type { WaitingAlertGroup } from "../firing-groups";

interface AlertGroup {
  incidentId: string | null;
  sourceId: string;
  /** Number of all its alerts; not all of them are read. */
  total: number;
  alerts: readonly unknown[];
}

/** Maximum number of firing alerts on Now; the list of alerts has all of them. */
const maxAlertsOnNow = 10;

/** True when a group of alerts shows this waiting group itself. */
export const isWaitingGroupShownByAlerts = ({ incidentId, sourceId }: AlertGroup, waits: WaitingAlertGroup): boolean =>
  incidentId === null && sourceId === waits.sourceId;

/** Returns the waiting groups that are not among the alerts that are shown. */
export const groupsWaitingElsewhere = (
  groups: readonly AlertGroup[],
  waiting: readonly WaitingAlertGroup[],
): WaitingAlertGroup[] => waiting.filter((waits) => !groups.some((group) => isWaitingGroupShownByAlerts(group, waits)));

/** Returns the groups that Now shows, and of them as many alerts as it has room for: first what opens automatically. */
export function alertGroupsOnNow<Group extends AlertGroup>(
  groups: readonly Group[],
  waiting: readonly WaitingAlertGroup[],
): Group[] {
  const [held = [], others = []] = [true, false].map((isHeld) =>
    groups.filter((group) => waiting.some((waits) => isWaitingGroupShownByAlerts(group, waits)) === isHeld),
  );
  let room = maxAlertsOnNow;
  return [...held, ...others].flatMap((group) => {
    const alerts = group.alerts.slice(0, room);
    room -= alerts.length;
    return alerts.length === 0 ? [] : [{ ...group, alerts }];
  });
}

/** Joins adjacent groups of a single alert, which are shown as rows of one list. */
export function joinSingleAlertGroups<Group extends AlertGroup>(groups: readonly Group[]): Group[][] {
  const runs: Group[][] = [];
  const isSingle = ({ total }: AlertGroup) => total === 1;
  for (const group of groups) {
    const last = runs.at(-1);
    if (last?.every(isSingle) && isSingle(group)) last.push(group);
    else runs.push([group]);
  }
  return runs;
}
