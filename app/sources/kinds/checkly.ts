import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { bodySignatureSourceParts } from "../contract/body-signature";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import {
  labelsOfTags,
  nonEmptyLabels,
  notAnAlertReading,
  parseListOrSeparatedText,
  payloadIdText,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
  withoutEmptyFields,
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

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const fields = withoutEmptyFields(payload, /^\{\{.*\}\}$/);
  const type = textOrEmpty(fields.alert_type).trim().toUpperCase();
  if (type === "NO_ALERT") return notAnAlertReading("no alert");
  const id = payloadIdText(fields.check_id) || textOrEmpty(fields.check_name);
  if (!id) return unknownShapeReading(payload, "there is no check");
  const isResolved = recoveries.includes(type);
  const at = parseInstant(fields.started_at);
  const signal = makeAlertSignal({
    key: type === "ALERT_SSL" ? `${id}:ssl` : id,
    status: isResolved ? "resolved" : "firing",
    severity: severities[type] ?? null,
    title: firstNonBlankText(fields.check_name, fields.event),
    body: textOrEmpty(fields.check_error_message),
    link: parseHttpLink(fields.link),
    labels: {
      ...labelsOfTags(parseListOrSeparatedText(fields.tags)),
      ...nonEmptyLabels({
        group_name: fields.group_name,
        run_location: fields.run_location,
        check_type: fields.check_type,
        ssl_days_remaining: type === "ALERT_SSL" ? fields.ssl_days_remaining : "",
      }),
    },
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownStateFlags(isResolved || type in severities, type),
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const [key, title, body] = ["927a2982-1007-4b81-b383-eae8bf717e61", "This is a test of Upfront", "Nothing is wrong."];
  const payload = { alert_type: "ALERT_DEGRADED", check_id: key, check_name: title, check_error_message: body };
  const said = { key, status: "firing", severity: "warning", title, body, startedAt: now, eventAt: now } as const;
  return { payload: { ...payload, started_at: new Date(now).toISOString() }, signals: [makeAlertSignal(said)] };
}

/** Checkly's webhook alert channel, with its default template. */
export const checklySourceAdapter = defineSourceAdapter({
  kind: "checkly",
  title: "Checkly",
  order: "event_time",
  ...bodySignatureSourceParts("x-checkly-signature"),
  keptHeaders: ["x-checkly-timestamp"],
  read,
  sample,
});
