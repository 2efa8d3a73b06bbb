import type { Fields } from "~/fields/fields";
import { named } from "~/fields/named";
import { fieldWords } from "./words/words";

/** What a component may be while it is worked on, the usual first. */
const workStatuses = ["under_maintenance", "degraded_performance", "partial_outage", "major_outage"] as const;

/** When it is. */
export const windowFields = named(fieldWords, "window", {
  startsAt: { kind: "moment", required: true },
  endsAt: { kind: "moment", required: true },
}) satisfies Fields;

/** Who is told of what; whether they are told that it is planned is asked only once, beside these. */
export const tellFields = named(fieldWords, "tell", {
  remindDay: { kind: "tick", initial: false, api: "remind_24h" },
  remindHour: { kind: "tick", initial: false, api: "remind_60m" },
  tellStart: { kind: "tick", initial: true },
  tellEnd: { kind: "tick", initial: true },
}) satisfies Fields;

export const automaticFields = named(fieldWords, "automatic", {
  autoStart: { kind: "tick", initial: true },
  autoEnd: { kind: "tick", initial: true },
}) satisfies Fields;

/** What is done, and to what. */
export const workFields = named(fieldWords, "work", {
  title: { kind: "line", required: true },
  body: { kind: "markdown" },
  components: { kind: "statuses", choices: workStatuses },
}) satisfies Fields;

/** All of a plan but its window. */
export const choiceFields = { ...workFields, ...tellFields, ...automaticFields } as const satisfies Fields;

/** One maintenance; of a series the window of the one that comes next. */
export const maintenanceFields = {
  ...workFields,
  ...windowFields,
  ...tellFields,
  ...automaticFields,
} as const satisfies Fields;

/** What is said while it is planned or goes on. */
export const maintenanceUpdateFields = named(fieldWords, "update", {
  body: { kind: "markdown", required: true },
}) satisfies Fields;
