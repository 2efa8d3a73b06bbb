import { type SettableStatus, type Status, severityOf } from "~/status/status";

type Named = readonly { componentId: string; status: Status }[];

/** The components of an alert of which an incident says less, or nothing, as the alert has them. */
export const saidLess = (says: Readonly<Record<string, Status>>, alert: Named): Record<string, SettableStatus> =>
  Object.fromEntries(
    alert
      .filter(({ componentId, status }) => severityOf(status) > severityOf(says[componentId] ?? "operational"))
      .map(({ componentId, status }) => [componentId, status as SettableStatus]),
  );
