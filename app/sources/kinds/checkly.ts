import {
  alertSignal,
  firstText,
  instantOf,
  isRecord,
  linkOf,
  type Reading,
  type Severity,
  textOf,
} from "~/alerts/rules/signal";
import { withBodySignature } from "../contract/body-signature";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import {
  idOf,
  notAnAlert,
  oneSignal,
  saidLabels,
  tagLabels,
  textsOf,
  unknownShape,
  unknownState,
  unreadable,
  withoutFields,
} from "../contract/fields";

const severities: Record<string, Severity> = {
  ALERT_FAILURE: "critical",
  ALERT_FAILURE_REMAIN: "critical",
  ALERT_DEGRADED_FAILURE: "critical",
  ALERT_DEGRADED: "warning",
  ALERT_DEGRADED_REMAIN: "warning",
  ALERT_FAILURE_DEGRADED: "warning",
  ALERT_SSL: "warning",
};
const recoveries = ["ALERT_RECOVERY", "ALERT_DEGRADED_RECOVERY"];

function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const fields = withoutFields(payload, /^\{\{.*\}\}$/);
  const type = textOf(fields.alert_type).trim().toUpperCase();
  if (type === "NO_ALERT") return notAnAlert("no alert");
  const id = idOf(fields.check_id) || textOf(fields.check_name);
  if (!id) return unknownShape(payload, "there is no check");
  const isResolved = recoveries.includes(type);
  const at = instantOf(fields.started_at);
  const signal = alertSignal({
    key: type === "ALERT_SSL" ? `${id}:ssl` : id,
    status: isResolved ? "resolved" : "firing",
    severity: severities[type] ?? null,
    title: firstText(fields.check_name, fields.event),
    body: textOf(fields.check_error_message),
    link: linkOf(fields.link),
    labels: {
      ...tagLabels(textsOf(fields.tags)),
      ...saidLabels({
        group_name: fields.group_name,
        run_location: fields.run_location,
        check_type: fields.check_type,
        ssl_days_remaining: type === "ALERT_SSL" ? fields.ssl_days_remaining : "",
      }),
    },
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownState(isResolved || type in severities, type),
  });
  return oneSignal(signal);
}

function sample(now: number): SourceSample {
  const [key, title, body] = ["927a2982-1007-4b81-b383-eae8bf717e61", "This is a test of Upfront", "Nothing is wrong."];
  const payload = { alert_type: "ALERT_DEGRADED", check_id: key, check_name: title, check_error_message: body };
  const said = { key, status: "firing", severity: "warning", title, body, startedAt: now, eventAt: now } as const;
  return { payload: { ...payload, started_at: new Date(now).toISOString() }, signals: [alertSignal(said)] };
}

/** Checkly's webhook alert channel, with its default template. */
export const checkly = defineSource({
  kind: "checkly",
  title: "Checkly",
  order: "event_time",
  ...withBodySignature("x-checkly-signature"),
  keptHeaders: ["x-checkly-timestamp"],
  read,
  sample,
});
