import { incidentStatusField } from "~/incidents/rules/fields";
import { maintenanceLogFields } from "~/maintenances/rules/plan-fields";

/** A proposal's fields as the audit log names them: those of an update and of a maintenance. */
export const proposalLogFields = { ...maintenanceLogFields, status: incidentStatusField };
