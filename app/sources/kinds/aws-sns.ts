import { z } from "zod";
import { isPemOfCertificates, snsCertificateUrlPattern, snsConfirmationUrlPattern } from "~/access/sns-certificate";
import { isSignedBySns, snsCertificateUrlOf } from "~/access/sns-signature";
import {
  type AlertSignal,
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseInstant,
  type SkippedBodyPart,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { parseExactJsonBytes } from "~/text/exact-json";
import {
  defineSourceAdapter,
  type SourceFetchRequirement,
  type SourceMessage,
  type SourceRequest,
  type SourceSample,
} from "../contract/contract";
import {
  compositeAlertKey,
  listOrEmpty,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
} from "../contract/fields";
import { parsePrometheusAlert } from "../contract/prometheus-alert";

const settings = z.object({
  topicArn: z.string().trim().max(255).optional().meta({ title: "Topic ARN (only this topic may send)" }),
  rawDelivery: z.enum(["no", "yes"]).default("no").meta({ title: "Raw message delivery (unsigned)" }),
  noData: z
    .enum(["ignore", "fire"])
    .default("ignore")
    .meta({
      title: "When CloudWatch has insufficient data",
      choices: { ignore: "Change nothing", fire: "Treat it as firing" },
    }),
});
type SnsSettings = z.infer<typeof settings>;

function envelopeOf(rawBody: Uint8Array): PayloadFields {
  const payload = parseExactJsonBytes(rawBody);
  return payload.ok ? recordOrEmpty(payload.value) : {};
}

const isOfTopic = (envelope: PayloadFields, { topicArn }: SnsSettings) => !topicArn || envelope.TopicArn === topicArn;

function authenticate({ rawBody, fetched, settings: given, now }: SourceRequest<SnsSettings>): boolean {
  const envelope = envelopeOf(rawBody);
  if (given.rawDelivery === "yes" && !("Type" in envelope && "TopicArn" in envelope)) return true;
  return fetched !== null && isOfTopic(envelope, given) && isSignedBySns(envelope, fetched, now);
}

/**
 * Returns the address of the signature's certificate; after that, for a proven subscription, the address that confirms
 * it.
 */
function needs(
  { rawBody, settings: given }: SourceRequest<SnsSettings>,
  proven: boolean,
): SourceFetchRequirement | null {
  const envelope = envelopeOf(rawBody);
  const certificate = snsCertificateUrlOf(envelope);
  const asPem = { pinned: snsCertificateUrlPattern, keep: true, isUsable: isPemOfCertificates };
  if (!proven) return certificate === null ? null : { url: certificate, ...asPem };
  const confirms = envelope.Type === "SubscriptionConfirmation" && isOfTopic(envelope, given);
  return confirms ? { url: textOrEmpty(envelope.SubscribeURL), pinned: snsConfirmationUrlPattern, keep: false } : null;
}

const dimensionsOf = (trigger: PayloadFields) =>
  Object.fromEntries(
    listOrEmpty(trigger.Dimensions)
      .map(recordOrEmpty)
      .map(({ name, value }) => [payloadIdText(name), payloadIdText(value)]),
  );

function consoleLink(arn: string, name: string): string | null {
  const [, partition = "", , region = ""] = arn.split(":");
  if (!region) return null;
  const domain = partition === "aws-cn" ? "console.amazonaws.cn" : "console.aws.amazon.com";
  const place = `https://${region}.${domain}/cloudwatch/home?region=${region}`;
  return `${place}#alarmsV2:alarm/${encodeURIComponent(name)}`;
}

const states = ["ALARM", "OK", "INSUFFICIENT_DATA"];

function readAlarm(alarm: PayloadFields, given: SnsSettings): DeliveryReading {
  const [state, name, arn] = [
    textOrEmpty(alarm.NewStateValue),
    textOrEmpty(alarm.AlarmName),
    textOrEmpty(alarm.AlarmArn),
  ];
  const hasNoData = state === "INSUFFICIENT_DATA";
  if (hasNoData && given.noData !== "fire") return notAnAlertReading("insufficient data");
  const trigger = recordOrEmpty(alarm.Trigger);
  const isResolved = state === "OK";
  const at = parseSenderTime(alarm.StateChangeTime);
  const signal = makeAlertSignal({
    key: compositeAlertKey(
      arn || [alarm.AWSAccountId, alarm.Region, name].map(payloadIdText).filter(Boolean).join(":"),
    ),
    status: isResolved ? "resolved" : "firing",
    title: name,
    body: [textOrEmpty(alarm.AlarmDescription), textOrEmpty(alarm.NewStateReason)].filter(Boolean).join("\n"),
    link: consoleLink(arn, name),
    labels: {
      ...dimensionsOf(trigger),
      ...nonEmptyLabels({ Region: alarm.Region, AWSAccountId: alarm.AWSAccountId }),
      ...nonEmptyLabels({
        Namespace: trigger.Namespace,
        MetricName: trigger.MetricName,
        no_data: hasNoData ? "true" : "",
      }),
    },
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownStateFlags(states.includes(state), state),
  });
  return singleSignalReading(signal);
}

/** Converts a CloudWatch event of EventBridge to an alarm. */
function bridged(event: PayloadFields): PayloadFields | null {
  const detail = recordOrEmpty(event.detail);
  const state = recordOrEmpty(detail.state);
  if (event["detail-type"] !== "CloudWatch Alarm State Change" || textOrEmpty(detail.alarmName) === "") return null;
  return {
    AlarmName: detail.alarmName,
    AlarmArn: listOrEmpty(event.resources)[0],
    AWSAccountId: event.account,
    Region: event.region,
    NewStateValue: state.value,
    NewStateReason: state.reason,
    StateChangeTime: event.time,
  };
}

/** Reads alerts of Amazon's managed Prometheus, whose Alertmanager sends its group as JSON. */
function readGroup(alerts: unknown[], externalUrl: unknown): DeliveryReading {
  const parts = alerts.map((each) =>
    parsePrometheusAlert(each, { isResolved: recordOrEmpty(each).status === "resolved", externalUrl }),
  );
  return {
    signals: parts.filter((each): each is AlertSignal => "kind" in each),
    skipped: parts.filter((each): each is SkippedBodyPart => !("kind" in each)),
  };
}

/** Reads a message of any service: an alarm, alerts, a text, or unrelated JSON. */
function readMessage(envelope: PayloadFields, text: string, given: SnsSettings): DeliveryReading {
  const parsed = parseExactJsonBytes(new TextEncoder().encode(text));
  if (!parsed.ok || !isRecord(parsed.value)) return readText(envelope, text);
  const { alerts, externalURL } = parsed.value;
  if (isAlarm(parsed.value)) return readAlarm(parsed.value, given);
  if (Array.isArray(alerts)) return readGroup(alerts, externalURL);
  const alarm = bridged(parsed.value);
  return alarm
    ? readAlarm(alarm, given)
    : notAnAlertReading(`a message that is no alarm: ${textOrEmpty(envelope.Subject)}`.slice(0, 120));
}

/** Subject of an Alertmanager text: firing or resolved, and, in parentheses, labels that vary. */
const groupSubject = /^\[(FIRING|RESOLVED)(?::\d+)?\]\s*([^(]*)/;

function readText(envelope: PayloadFields, message: string): DeliveryReading {
  const subject = textOrEmpty(envelope.Subject);
  const [, state, group = ""] = groupSubject.exec(subject) ?? [];
  const isOver = state === "RESOLVED";
  const at = parseInstant(envelope.Timestamp);
  const signal = makeAlertSignal({
    key: compositeAlertKey(textOrEmpty(envelope.TopicArn), group.trim() || subject),
    status: isOver ? "resolved" : "firing",
    title: firstNonBlankText(subject, message.split("\n")[0]),
    body: message,
    startedAt: isOver ? null : at,
    endedAt: isOver ? at : null,
    eventAt: at,
  });
  return singleSignalReading(signal);
}

const isAlarm = (value: unknown): value is PayloadFields => isRecord(value) && typeof value.AlarmName === "string";

function read({ payload }: SourceMessage, given: SnsSettings): DeliveryReading {
  if (isAlarm(payload)) return readAlarm(payload, given);
  const envelope = recordOrEmpty(payload);
  const type = textOrEmpty(envelope.Type);
  if (type.endsWith("Confirmation")) return notAnAlertReading(type.slice(0, 80));
  if (typeof envelope.Message === "string") return readMessage(envelope, envelope.Message, given);
  const alarm = bridged(envelope);
  return alarm ? readAlarm(alarm, given) : unknownShapeReading(payload, "there is no message");
}

function sample(now: number): SourceSample {
  const arn = "arn:aws:cloudwatch:eu-west-1:123456789012:alarm:upfront-test";
  const [name, reason] = ["upfront-test", "This is a test of Upfront."];
  const alarm = { AlarmName: name, AlarmArn: arn, NewStateValue: "ALARM", NewStateReason: reason };
  const at = new Date(now).toISOString().replace("Z", "+0000");
  const said = { key: arn, status: "firing", title: name, body: reason, startedAt: now, eventAt: now } as const;
  return {
    payload: {
      Type: "Notification",
      MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
      TopicArn: "arn:aws:sns:eu-west-1:123456789012:upfront",
      Message: JSON.stringify({ ...alarm, StateChangeTime: at }),
      Timestamp: new Date(now).toISOString(),
    },
    headers: { "content-type": "text/plain; charset=UTF-8", "x-amz-sns-message-type": "Notification" },
    signals: [makeAlertSignal({ ...said, link: consoleLink(arn, name) })],
  };
}

/** Amazon SNS: CloudWatch's alarms, and any other message of a topic. Only Amazon can sign one. */
export const awsSnsSourceAdapter = defineSourceAdapter<SnsSettings>({
  kind: "aws-sns",
  title: "Amazon SNS (CloudWatch)",
  order: "event_time",
  settings,
  sampleSettings: { rawDelivery: "no", noData: "ignore" },
  contentTypes: ["text/plain", "application/json"],
  keptHeaders: ["x-amz-sns-*"],
  deliveryId: ({ payload }) => payloadIdText(recordOrEmpty(payload).MessageId) || null,
  needs,
  authenticate,
  read,
  sample,
  prove: null,
});
