import { type SettableStatus, type Status, severityOf } from "~/status/status";

type Named = readonly { componentId: string; status: Status }[];

/** Returns the alert's components for which the incident gives a better status, or none, with the alert's status. */
export const saidLess = (says: Readonly<Record<string, Status>>, alert: Named): Record<string, SettableStatus> =>
  Object.fromEntries(
    alert
      .filter(({ componentId, status }) => severityOf(status) > severityOf(says[componentId] ?? "operational"))
      .map(({ componentId, status }) => [componentId, status as SettableStatus]),
  );
