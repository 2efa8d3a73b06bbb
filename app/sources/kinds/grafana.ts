import { z } from "zod";
import {
  type AlertSignal,
  alertSignal,
  firstText,
  instantOf,
  isRecord,
  labelsOf,
  linkOf,
  type Reading,
  type Signal,
  type SkippedPart,
  severityOfWord,
  textOf,
} from "~/alerts/rules/signal";
import { sameText } from "~/text/same-text";
import { hmacHex } from "../contract/body-signature";
import {
  defineSource,
  type ProveDelivery,
  type SourceMessage,
  type SourceRequest,
  type SourceSample,
} from "../contract/contract";
import { type CredentialSettings, withCredentials } from "../contract/credentials";
import {
  compositeKey,
  idOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  timeOf,
  unknownShape,
  unknownState,
  unreadable,
} from "../contract/fields";

const header = z.string().trim().max(100);
const settings = z.object({
  ...(withCredentials.settings as z.ZodObject).shape,
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
  if (!timestampHeader) return sameText(signature, hmacHex(secret, rawBody));
  const stamp = headers.get(timestampHeader) ?? "";
  const isFresh = /^\d{1,12}$/.test(stamp) && Math.abs(Math.floor(now / 1000) - Number(stamp)) <= toleranceSeconds;
  return sameText(signature, hmacHex(secret, `${stamp}:`, rawBody)) && isFresh;
}

const prove: ProveDelivery<GrafanaSettings> = (sent) => {
  const { secret, signatureHeader, timestampHeader } = sent.settings;
  const proof = withCredentials.prove(sent);
  if (!secret) return proof;
  const stamp = String(Math.floor(sent.now / 1000));
  if (!timestampHeader) return { ...proof, [signatureHeader]: hmacHex(secret, sent.rawBody) };
  return { ...proof, [timestampHeader]: stamp, [signatureHeader]: hmacHex(secret, `${stamp}:`, sent.rawBody) };
};

/** Resolves a link relative to Grafana's own address. */
function resolved(link: unknown, base: unknown): string | null {
  const text = textOf(link);
  return text !== "" && URL.canParse(text, textOf(base)) ? linkOf(new URL(text, textOf(base)).href) : linkOf(text);
}

const titleOf = (labels: Record<string, string>, notes: PayloadFields, payload: PayloadFields): string =>
  firstText(notes.summary, labels.rulename, labels.alertname, payload.title);

const valueLabels = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(labelsOf(values)).map(([name, value]) => [`value_${name}`, value]));

function readAlert(given: unknown, at: number, payload: PayloadFields): AlertSignal | SkippedPart {
  if (!isRecord(given)) return { code: "unreadable", reason: "an alert is not an object" };
  const [labels, notes] = [labelsOf(given.labels), recordOf(given.annotations)];
  const groupKey = idOf(payload.groupKey);
  const key = idOf(given.fingerprint) || (groupKey ? compositeKey(groupKey, String(at)) : "");
  if (!key) return { code: "unreadable", reason: "an alert has neither a fingerprint nor a group key" };
  const isResolved = given.status === "resolved";
  return alertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: severityOfWord(labels.severity),
    title: titleOf(labels, notes, payload),
    body: firstText(notes.description, payload.message),
    link: resolved(given.generatorURL, payload.externalURL) ?? linkOf(given.panelURL) ?? linkOf(given.dashboardURL),
    labels: { ...labels, ...valueLabels(given.values) },
    startedAt: instantOf(given.startsAt),
    endedAt: isResolved ? instantOf(given.endsAt) : null,
    groupKey,
    flags: unknownState(isResolved || given.status === "firing", given.status),
  });
}

/** Ends the unnamed alerts of a shortened group that has recovered as a whole. */
function closing(payload: PayloadFields, alerts: AlertSignal[], isShort: boolean): Signal[] {
  const isCut = isShort || (typeof payload.truncatedAlerts === "number" && payload.truncatedAlerts > 0);
  const groupKey = idOf(payload.groupKey);
  const ends = alerts.flatMap((each) => each.endedAt ?? []);
  if (!isCut || payload.status !== "resolved" || groupKey === "" || ends.length === 0) return [];
  if (isShort && alerts.some(({ status }) => status === "firing")) return [];
  return [{ kind: "close_group", groupKey, endedAt: Math.max(...ends) }];
}

function readGroup(payload: PayloadFields, given: unknown[], isShort: boolean): Reading {
  const parts = given.map((each, at) => readAlert(each, at, payload));
  const alerts = parts.filter((each): each is AlertSignal => "kind" in each);
  const skipped = parts.filter((each): each is SkippedPart => !("kind" in each));
  return {
    signals: [...alerts, ...closing(payload, alerts, isShort)],
    skipped,
    ...(payload.status === "resolved" ? { groupResolved: true } : {}),
  };
}

/** Reads alerts of dashboards, before version 9: one state per rule, without times. */
function readLegacy(payload: PayloadFields): Reading {
  const state = textOf(payload.state).toLowerCase();
  if (state === "paused" || state === "pending") return notAnAlert(`state ${state}`);
  const tags = labelsOf(payload.tags);
  const signal = alertSignal({
    key: compositeKey(idOf(payload.orgId), idOf(payload.ruleId)),
    status: state === "ok" ? "resolved" : "firing",
    severity: severityOfWord(tags.severity),
    title: firstText(payload.ruleName, payload.title),
    body: textOf(payload.message),
    link: linkOf(payload.ruleUrl),
    labels: tags,
    flags: unknownState(["ok", "alerting", "no_data"].includes(state), state),
  });
  return oneSignal(signal);
}

const groupStates = ["firing", "acknowledged", "resolved", "silenced"];

/** Reads an outgoing webhook of Grafana OnCall. */
function readAlertGroup(payload: PayloadFields, group: PayloadFields): Reading {
  const state = textOf(group.state).toLowerCase();
  if (!groupStates.includes(state)) return notAnAlert(`alert group ${state || "without a state"}`.slice(0, 120));
  const isResolved = state === "resolved";
  const event = recordOf(payload.event);
  const signal = alertSignal({
    key: idOf(group.id) || idOf(payload.alert_group_id),
    status: isResolved ? "resolved" : "firing",
    title: textOf(group.title),
    link: linkOf(recordOf(group.permalinks).web),
    labels: saidLabels({ integration: recordOf(payload.integration).name, ...labelsOf(group.labels) }),
    startedAt: timeOf(group.created_at),
    endedAt: isResolved ? (timeOf(group.resolved_at) ?? timeOf(event.time)) : null,
    ...(state === "silenced" ? { reopens: false } : {}),
  });
  return oneSignal(signal);
}

/** Reads the body of Grafana OnCall's formatted webhooks, which other tools send, too. */
function readFormatted(payload: PayloadFields): Reading {
  const state = textOf(payload.state).toLowerCase();
  const isResolved = state === "ok" || state === "resolved";
  const signal = alertSignal({
    key: idOf(payload.alert_uid),
    status: isResolved ? "resolved" : "firing",
    title: textOf(payload.title),
    body: textOf(payload.message),
    link: linkOf(payload.link_to_upstream_details),
    flags: unknownState(isResolved || state === "alerting", state),
  });
  return oneSignal(signal);
}

function read({ payload, isShort = false }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  if (Array.isArray(payload.alerts)) return readGroup(payload, payload.alerts, isShort);
  if (idOf(payload.ruleId)) return readLegacy(payload);
  if (isRecord(payload.alert_group)) return readAlertGroup(payload, payload.alert_group);
  if (idOf(payload.alert_uid)) return readFormatted(payload);
  return unknownShape(payload, "there is no list of alerts");
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
  const signals = [alertSignal({ ...said, link, labels, startedAt: now, groupKey })];
  return { payload: { ...payload, truncatedAlerts: 0, alerts: [alert] }, signals };
}

/** Grafana's contact point "Webhook", and the alerts of dashboards of older versions. */
export const grafana = defineSource<GrafanaSettings>({
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
  authenticate: (sent) => withCredentials.authenticate(sent) && isSigned(sent),
  prove,
  read,
  sample,
});
