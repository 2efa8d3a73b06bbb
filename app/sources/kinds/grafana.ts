import { z } from "zod";
import {
  type AlertSignal,
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  parseSeverity,
  type Signal,
  type SkippedBodyPart,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { isEqualInConstantTime } from "~/text/same-text";
import { hmacSha256Hex } from "../contract/body-signature";
import {
  defineSourceAdapter,
  type ProveDelivery,
  type SourceMessage,
  type SourceRequest,
  type SourceSample,
} from "../contract/contract";
import { type CredentialSettings, credentialSourceParts } from "../contract/credentials";
import {
  compositeAlertKey,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

const header = z.string().trim().max(100);
const settings = z.object({
  ...(credentialSourceParts.settings as z.ZodObject).shape,
  secret: z.string().trim().max(255).optional().meta({ title: "HMAC secret", secret: true }),
  signatureHeader: header.default("X-Grafana-Alerting-Signature").meta({ title: "HMAC header" }),
  timestampHeader: header.optional().meta({ title: "HMAC timestamp header" }),
});
type GrafanaSettings = CredentialSettings & { secret?: string; signatureHeader: string; timestampHeader?: string };

const toleranceSeconds = 300;

/**
 * Verifies the signature. With a timestamp header the signed text is `<unix seconds>:<body>`, and the time must be
 * within 5 minutes of ours.
 */
function isSigned({ headers, rawBody, now, settings: given }: SourceRequest<GrafanaSettings>): boolean {
  const { secret, signatureHeader, timestampHeader } = given;
  if (!secret) return true;
  const signature = headers.get(signatureHeader) ?? "";
  if (!timestampHeader) return isEqualInConstantTime(signature, hmacSha256Hex(secret, rawBody));
  const stamp = headers.get(timestampHeader) ?? "";
  const isFresh = /^\d{1,12}$/.test(stamp) && Math.abs(Math.floor(now / 1000) - Number(stamp)) <= toleranceSeconds;
  return isEqualInConstantTime(signature, hmacSha256Hex(secret, `${stamp}:`, rawBody)) && isFresh;
}

const prove: ProveDelivery<GrafanaSettings> = (sent) => {
  const { secret, signatureHeader, timestampHeader } = sent.settings;
  const proof = credentialSourceParts.prove(sent);
  if (!secret) return proof;
  const stamp = String(Math.floor(sent.now / 1000));
  if (!timestampHeader) return { ...proof, [signatureHeader]: hmacSha256Hex(secret, sent.rawBody) };
  return { ...proof, [timestampHeader]: stamp, [signatureHeader]: hmacSha256Hex(secret, `${stamp}:`, sent.rawBody) };
};

/** Resolves a link relative to Grafana's own address. */
function resolved(link: unknown, base: unknown): string | null {
  const text = textOrEmpty(link);
  return text !== "" && URL.canParse(text, textOrEmpty(base))
    ? parseHttpLink(new URL(text, textOrEmpty(base)).href)
    : parseHttpLink(text);
}

const titleOf = (labels: Record<string, string>, notes: PayloadFields, payload: PayloadFields): string =>
  firstNonBlankText(notes.summary, labels.rulename, labels.alertname, payload.title);

const valueLabels = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(labelsFromRecord(values)).map(([name, value]) => [`value_${name}`, value]));

function readAlert(given: unknown, at: number, payload: PayloadFields): AlertSignal | SkippedBodyPart {
  if (!isRecord(given)) return { code: "unreadable", reason: "an alert is not an object" };
  const [labels, notes] = [labelsFromRecord(given.labels), recordOrEmpty(given.annotations)];
  const groupKey = payloadIdText(payload.groupKey);
  const key = payloadIdText(given.fingerprint) || (groupKey ? compositeAlertKey(groupKey, String(at)) : "");
  if (!key) return { code: "unreadable", reason: "an alert has neither a fingerprint nor a group key" };
  const isResolved = given.status === "resolved";
  return makeAlertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: parseSeverity(labels.severity),
    title: titleOf(labels, notes, payload),
    body: firstNonBlankText(notes.description, payload.message),
    link:
      resolved(given.generatorURL, payload.externalURL) ??
      parseHttpLink(given.panelURL) ??
      parseHttpLink(given.dashboardURL),
    labels: { ...labels, ...valueLabels(given.values) },
    startedAt: parseInstant(given.startsAt),
    endedAt: isResolved ? parseInstant(given.endsAt) : null,
    groupKey,
    flags: unknownStateFlags(isResolved || given.status === "firing", given.status),
  });
}

/** Ends the unnamed alerts of a shortened group that has recovered as a whole. */
function closing(payload: PayloadFields, alerts: AlertSignal[], isShort: boolean): Signal[] {
  const isCut = isShort || (typeof payload.truncatedAlerts === "number" && payload.truncatedAlerts > 0);
  const groupKey = payloadIdText(payload.groupKey);
  const ends = alerts.flatMap((each) => each.endedAt ?? []);
  if (!isCut || payload.status !== "resolved" || groupKey === "" || ends.length === 0) return [];
  if (isShort && alerts.some(({ status }) => status === "firing")) return [];
  return [{ kind: "close_group", groupKey, endedAt: Math.max(...ends) }];
}

function readGroup(payload: PayloadFields, given: unknown[], isShort: boolean): DeliveryReading {
  const parts = given.map((each, at) => readAlert(each, at, payload));
  const alerts = parts.filter((each): each is AlertSignal => "kind" in each);
  const skipped = parts.filter((each): each is SkippedBodyPart => !("kind" in each));
  return {
    signals: [...alerts, ...closing(payload, alerts, isShort)],
    skipped,
    ...(payload.status === "resolved" ? { groupResolved: true } : {}),
  };
}

/** Reads alerts of dashboards, before version 9: one state per rule, without times. */
function readLegacy(payload: PayloadFields): DeliveryReading {
  const state = textOrEmpty(payload.state).toLowerCase();
  if (state === "paused" || state === "pending") return notAnAlertReading(`state ${state}`);
  const tags = labelsFromRecord(payload.tags);
  const signal = makeAlertSignal({
    key: compositeAlertKey(payloadIdText(payload.orgId), payloadIdText(payload.ruleId)),
    status: state === "ok" ? "resolved" : "firing",
    severity: parseSeverity(tags.severity),
    title: firstNonBlankText(payload.ruleName, payload.title),
    body: textOrEmpty(payload.message),
    link: parseHttpLink(payload.ruleUrl),
    labels: tags,
    flags: unknownStateFlags(["ok", "alerting", "no_data"].includes(state), state),
  });
  return singleSignalReading(signal);
}

const groupStates = ["firing", "acknowledged", "resolved", "silenced"];

/** Reads an outgoing webhook of Grafana OnCall. */
function readAlertGroup(payload: PayloadFields, group: PayloadFields): DeliveryReading {
  const state = textOrEmpty(group.state).toLowerCase();
  if (!groupStates.includes(state)) return notAnAlertReading(`alert group ${state || "without a state"}`.slice(0, 120));
  const isResolved = state === "resolved";
  const event = recordOrEmpty(payload.event);
  const signal = makeAlertSignal({
    key: payloadIdText(group.id) || payloadIdText(payload.alert_group_id),
    status: isResolved ? "resolved" : "firing",
    title: textOrEmpty(group.title),
    link: parseHttpLink(recordOrEmpty(group.permalinks).web),
    labels: nonEmptyLabels({ integration: recordOrEmpty(payload.integration).name, ...labelsFromRecord(group.labels) }),
    startedAt: parseSenderTime(group.created_at),
    endedAt: isResolved ? (parseSenderTime(group.resolved_at) ?? parseSenderTime(event.time)) : null,
    ...(state === "silenced" ? { reopens: false } : {}),
  });
  return singleSignalReading(signal);
}

/** Reads the body of Grafana OnCall's formatted webhooks, which other tools send, too. */
function readFormatted(payload: PayloadFields): DeliveryReading {
  const state = textOrEmpty(payload.state).toLowerCase();
  const isResolved = state === "ok" || state === "resolved";
  const signal = makeAlertSignal({
    key: payloadIdText(payload.alert_uid),
    status: isResolved ? "resolved" : "firing",
    title: textOrEmpty(payload.title),
    body: textOrEmpty(payload.message),
    link: parseHttpLink(payload.link_to_upstream_details),
    flags: unknownStateFlags(isResolved || state === "alerting", state),
  });
  return singleSignalReading(signal);
}

function read({ payload, isShort = false }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  if (Array.isArray(payload.alerts)) return readGroup(payload, payload.alerts, isShort);
  if (payloadIdText(payload.ruleId)) return readLegacy(payload);
  if (isRecord(payload.alert_group)) return readAlertGroup(payload, payload.alert_group);
  if (payloadIdText(payload.alert_uid)) return readFormatted(payload);
  return unknownShapeReading(payload, "there is no list of alerts");
}

function sample(now: number): SourceSample {
  const labels = { alertname: "UpfrontTest", severity: "warning" };
  const summary = "This is a test of Upfront";
  const link = "https://grafana.example.com/alerting/grafana/test/view";
  const [fingerprint, groupKey] = ["c4edaaf9f9f839b0", '{}:{alertname="UpfrontTest"}'];
  const times = { startsAt: new Date(now).toISOString(), endsAt: "0001-01-01T00:00:00Z" };
  const alert = { status: "firing", labels, annotations: { summary }, generatorURL: link, fingerprint, ...times };
  const payload = { version: "1", orgId: 1, groupKey, status: "firing", externalURL: "https://grafana.example.com/" };
  const said = { key: fingerprint, status: "firing", severity: "warning", title: summary } as const;
  const signals = [makeAlertSignal({ ...said, link, labels, startedAt: now, groupKey })];
  return { payload: { ...payload, truncatedAlerts: 0, alerts: [alert] }, signals };
}

/** Grafana's contact point "Webhook", and the alerts of dashboards of older versions. */
export const grafanaSourceAdapter = defineSourceAdapter<GrafanaSettings>({
  kind: "grafana",
  title: "Grafana",
  order: "arrival",
  lists: () => true,
  settings: settings as unknown as z.ZodType<GrafanaSettings>,
  sampleSettings: {
    bearerToken: "example-token",
    secret: "example-secret",
    signatureHeader: "X-Grafana-Alerting-Signature",
  },
  authenticate: (sent) => credentialSourceParts.authenticate(sent) && isSigned(sent),
  prove,
  read,
  sample,
});
