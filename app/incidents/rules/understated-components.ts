import { type SettableStatus, type Status, statusRank } from "~/status/status";

type ComponentStatuses = readonly { componentId: string; status: Status }[];

/** Returns the alert's components for which the incident gives a better status, or none, with the alert's status. */
export const understatedComponents = (
  says: Readonly<Record<string, Status>>,
  alert: ComponentStatuses,
): Record<string, SettableStatus> =>
  Object.fromEntries(
    alert
      .filter(({ componentId, status }) => statusRank(status) > statusRank(says[componentId] ?? "operational"))
      .map(({ componentId, status }) => [componentId, status as SettableStatus]),
  );
