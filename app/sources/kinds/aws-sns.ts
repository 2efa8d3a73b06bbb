import { z } from "zod";
import { isPemOfCertificates, snsCertificateAddress, snsConfirmationAddress } from "~/access/sns-certificate";
import { isSignedBySns, snsCertificateOf } from "~/access/sns-signature";
import {
  type AlertSignal,
  alertSignal,
  firstText,
  instantOf,
  isRecord,
  type Reading,
  type SkippedPart,
  textOf,
} from "~/alerts/rules/signal";
import { parseExactJson } from "~/text/exact-json";
import {
  defineSource,
  type SourceMessage,
  type SourceNeed,
  type SourceRequest,
  type SourceSample,
} from "../contract/contract";
import {
  compositeKey,
  idOf,
  listOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  timeOf,
  unknownShape,
  unknownState,
} from "../contract/fields";
import { prometheusAlert } from "../contract/prometheus-alert";

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
  const payload = parseExactJson(rawBody);
  return payload.ok ? recordOf(payload.value) : {};
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
function needs({ rawBody, settings: given }: SourceRequest<SnsSettings>, proven: boolean): SourceNeed | null {
  const envelope = envelopeOf(rawBody);
  const certificate = snsCertificateOf(envelope);
  const asPem = { pinned: snsCertificateAddress, keep: true, isUsable: isPemOfCertificates };
  if (!proven) return certificate === null ? null : { url: certificate, ...asPem };
  const confirms = envelope.Type === "SubscriptionConfirmation" && isOfTopic(envelope, given);
  return confirms ? { url: textOf(envelope.SubscribeURL), pinned: snsConfirmationAddress, keep: false } : null;
}

const dimensionsOf = (trigger: PayloadFields) =>
  Object.fromEntries(
    listOf(trigger.Dimensions)
      .map(recordOf)
      .map(({ name, value }) => [idOf(name), idOf(value)]),
  );

function consoleLink(arn: string, name: string): string | null {
  const [, partition = "", , region = ""] = arn.split(":");
  if (!region) return null;
  const domain = partition === "aws-cn" ? "console.amazonaws.cn" : "console.aws.amazon.com";
  const place = `https://${region}.${domain}/cloudwatch/home?region=${region}`;
  return `${place}#alarmsV2:alarm/${encodeURIComponent(name)}`;
}

const states = ["ALARM", "OK", "INSUFFICIENT_DATA"];

function readAlarm(alarm: PayloadFields, given: SnsSettings): Reading {
  const [state, name, arn] = [textOf(alarm.NewStateValue), textOf(alarm.AlarmName), textOf(alarm.AlarmArn)];
  const hasNoData = state === "INSUFFICIENT_DATA";
  if (hasNoData && given.noData !== "fire") return notAnAlert("insufficient data");
  const trigger = recordOf(alarm.Trigger);
  const isResolved = state === "OK";
  const at = timeOf(alarm.StateChangeTime);
  const signal = alertSignal({
    key: compositeKey(arn || [alarm.AWSAccountId, alarm.Region, name].map(idOf).filter(Boolean).join(":")),
    status: isResolved ? "resolved" : "firing",
    title: name,
    body: [textOf(alarm.AlarmDescription), textOf(alarm.NewStateReason)].filter(Boolean).join("\n"),
    link: consoleLink(arn, name),
    labels: {
      ...dimensionsOf(trigger),
      ...saidLabels({ Region: alarm.Region, AWSAccountId: alarm.AWSAccountId }),
      ...saidLabels({ Namespace: trigger.Namespace, MetricName: trigger.MetricName, no_data: hasNoData ? "true" : "" }),
    },
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownState(states.includes(state), state),
  });
  return oneSignal(signal);
}

/** Converts a CloudWatch event of EventBridge to an alarm. */
function bridged(event: PayloadFields): PayloadFields | null {
  const detail = recordOf(event.detail);
  const state = recordOf(detail.state);
  if (event["detail-type"] !== "CloudWatch Alarm State Change" || textOf(detail.alarmName) === "") return null;
  return {
    AlarmName: detail.alarmName,
    AlarmArn: listOf(event.resources)[0],
    AWSAccountId: event.account,
    Region: event.region,
    NewStateValue: state.value,
    NewStateReason: state.reason,
    StateChangeTime: event.time,
  };
}

/** Reads alerts of Amazon's managed Prometheus, whose Alertmanager sends its group as JSON. */
function readGroup(alerts: unknown[], externalUrl: unknown): Reading {
  const parts = alerts.map((each) =>
    prometheusAlert(each, { isResolved: recordOf(each).status === "resolved", externalUrl }),
  );
  return {
    signals: parts.filter((each): each is AlertSignal => "kind" in each),
    skipped: parts.filter((each): each is SkippedPart => !("kind" in each)),
  };
}

/** Reads a message of any service: an alarm, alerts, a text, or unrelated JSON. */
function readMessage(envelope: PayloadFields, text: string, given: SnsSettings): Reading {
  const parsed = parseExactJson(new TextEncoder().encode(text));
  if (!parsed.ok || !isRecord(parsed.value)) return readText(envelope, text);
  const { alerts, externalURL } = parsed.value;
  if (isAlarm(parsed.value)) return readAlarm(parsed.value, given);
  if (Array.isArray(alerts)) return readGroup(alerts, externalURL);
  const alarm = bridged(parsed.value);
  return alarm
    ? readAlarm(alarm, given)
    : notAnAlert(`a message that is no alarm: ${textOf(envelope.Subject)}`.slice(0, 120));
}

/** Subject of an Alertmanager text: firing or resolved, and, in parentheses, labels that vary. */
const groupSubject = /^\[(FIRING|RESOLVED)(?::\d+)?\]\s*([^(]*)/;

function readText(envelope: PayloadFields, message: string): Reading {
  const subject = textOf(envelope.Subject);
  const [, state, group = ""] = groupSubject.exec(subject) ?? [];
  const isOver = state === "RESOLVED";
  const at = instantOf(envelope.Timestamp);
  const signal = alertSignal({
    key: compositeKey(textOf(envelope.TopicArn), group.trim() || subject),
    status: isOver ? "resolved" : "firing",
    title: firstText(subject, message.split("\n")[0]),
    body: message,
    startedAt: isOver ? null : at,
    endedAt: isOver ? at : null,
    eventAt: at,
  });
  return oneSignal(signal);
}

const isAlarm = (value: unknown): value is PayloadFields => isRecord(value) && typeof value.AlarmName === "string";

function read({ payload }: SourceMessage, given: SnsSettings): Reading {
  if (isAlarm(payload)) return readAlarm(payload, given);
  const envelope = recordOf(payload);
  const type = textOf(envelope.Type);
  if (type.endsWith("Confirmation")) return notAnAlert(type.slice(0, 80));
  if (typeof envelope.Message === "string") return readMessage(envelope, envelope.Message, given);
  const alarm = bridged(envelope);
  return alarm ? readAlarm(alarm, given) : unknownShape(payload, "there is no message");
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
    signals: [alertSignal({ ...said, link: consoleLink(arn, name) })],
  };
}

/** Amazon SNS: CloudWatch's alarms, and any other message of a topic. Only Amazon can sign one. */
export const awsSns = defineSource<SnsSettings>({
  kind: "aws-sns",
  title: "Amazon SNS (CloudWatch)",
  order: "event_time",
  settings,
  sampleSettings: { rawDelivery: "no", noData: "ignore" },
  contentTypes: ["text/plain", "application/json"],
  keptHeaders: ["x-amz-sns-*"],
  deliveryId: ({ payload }) => idOf(recordOf(payload).MessageId) || null,
  needs,
  authenticate,
  read,
  sample,
  prove: null,
});
