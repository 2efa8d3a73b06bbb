import type { ComponentView } from "~/components/list";
import type { IncidentTableRow, IncidentView } from "~/incidents/list";
import type { IncidentStatus } from "~/incidents/rules/incident";
import type { MaintenanceView } from "~/maintenances/verbs";
import { isoInstant, isoInstantOrNull } from "../rules/instants";
import type { ToolOutput } from "../rules/tool-outputs";
import { markUntrustedText } from "../rules/untrusted-text";

type ListedIncidentShape = ToolOutput<"list_incidents">["incidents"][number];
type ListedMaintenanceShape = ToolOutput<"list_maintenances">["maintenance"][number];

type IncidentHead = Pick<IncidentView, "id" | "title" | "impact" | "visibility" | "startedAt" | "resolvedAt"> & {
  status: string;
};

/** Returns what every tool says about an incident; its title may be that of an alert. */
export const incidentHeadShapeOf = (row: IncidentHead): Omit<ListedIncidentShape, "components"> => ({
  id: row.id,
  title: markUntrustedText(row.title, 255),
  status: row.status as IncidentStatus,
  impact: row.impact,
  visibility: row.visibility,
  started_at: isoInstant(row.startedAt),
  resolved_at: isoInstantOrNull(row.resolvedAt),
});

export const listedIncidentShapeOf = (row: IncidentTableRow): ListedIncidentShape => ({
  ...incidentHeadShapeOf(row),
  components: row.components,
});

export const maintenanceShapeOf = (row: MaintenanceView): ListedMaintenanceShape => ({
  id: row.id,
  title: markUntrustedText(row.title, 255),
  status: row.status as ListedMaintenanceShape["status"],
  starts_at: isoInstant(row.startsAt),
  ends_at: isoInstant(row.endsAt),
  components: Object.keys(row.components),
});

export const componentShapeOf = ({ id, name, effective: status }: ComponentView) => ({ id, name, status });
