import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** Statuses that a component may have during maintenance, the usual one first. */
const workStatuses = ["under_maintenance", "degraded_performance", "partial_outage", "major_outage"] as const;

/** Start and end. */
export const maintenanceWindowFields = withFieldWords(fieldWords, "window", {
  startsAt: { kind: "moment", required: true },
  endsAt: { kind: "moment", required: true },
}) satisfies Fields;

/** Fields for notifications. Whether the scheduling itself is announced is a separate field, shown only once. */
export const maintenanceNotificationFields = withFieldWords(fieldWords, "tell", {
  remindDay: { kind: "tick", initial: false, api: "remind_24h" },
  remindHour: { kind: "tick", initial: false, api: "remind_60m" },
  tellStart: { kind: "tick", initial: true },
  tellEnd: { kind: "tick", initial: true },
}) satisfies Fields;

export const maintenanceAutomationFields = withFieldWords(fieldWords, "automatic", {
  autoStart: { kind: "tick", initial: true },
  autoEnd: { kind: "tick", initial: true },
}) satisfies Fields;

/** Fields for the work and the affected components. */
export const maintenanceWorkFields = withFieldWords(fieldWords, "work", {
  title: { kind: "line", required: true },
  body: { kind: "markdown" },
  components: { kind: "statuses", choices: workStatuses },
}) satisfies Fields;

/** All fields except the window. */
export const maintenanceFieldsWithoutWindow = {
  ...maintenanceWorkFields,
  ...maintenanceNotificationFields,
  ...maintenanceAutomationFields,
} as const satisfies Fields;

/** Fields of one maintenance window; for a series, the window is that of its next occurrence. */
export const maintenanceFields = {
  ...maintenanceWorkFields,
  ...maintenanceWindowFields,
  ...maintenanceNotificationFields,
  ...maintenanceAutomationFields,
} as const satisfies Fields;

/** Fields of an update while it is scheduled or in progress. */
export const maintenanceUpdateFields = withFieldWords(fieldWords, "update", {
  body: { kind: "markdown", required: true },
}) satisfies Fields;
