import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { bodySignatureSourceParts } from "../contract/body-signature";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import {
  endOfSecond,
  listOrEmpty,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseEpochTime,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

const levels: Record<string, Severity> = {
  fatal: "critical",
  error: "error",
  warning: "warning",
  info: "info",
  debug: "info",
  sample: "info",
};

const levelOf = (level: unknown): Severity | null => levels[textOrEmpty(level).toLowerCase()] ?? null;

/** Returns tags as labels; they come as pairs, or as objects with key and value. */
const tagsOf = (tags: unknown): Record<string, string> => {
  const pairs = listOrEmpty(tags).map((each) =>
    Array.isArray(each)
      ? [payloadIdText(each[0]), payloadIdText(each[1])]
      : [payloadIdText(recordOrEmpty(each).key), payloadIdText(recordOrEmpty(each).value)],
  );
  return Object.fromEntries(pairs.filter(([name]) => name));
};

const closing = ["resolved", "archived", "ignored"];
const opening = ["created", "unresolved", "assigned"];
/** Actions that reopen an issue; one that is only assigned, or whose action is unknown, may be resolved already. */
const reopening = ["created", "unresolved"];

const lines = (...texts: unknown[]) => texts.map(textOrEmpty).filter(Boolean).join("\n");

function readIssue(issue: PayloadFields, action: string, sentAt: number | null): DeliveryReading {
  const isResolved = closing.includes(action);
  const signal = makeAlertSignal({
    key: payloadIdText(issue.id),
    status: isResolved ? "resolved" : "firing",
    severity: levelOf(issue.level),
    title: textOrEmpty(issue.title),
    body: lines(issue.culprit, recordOrEmpty(issue.metadata).value),
    link: parseHttpLink(issue.web_url) ?? parseHttpLink(issue.permalink),
    labels: nonEmptyLabels({
      project: recordOrEmpty(issue.project).slug,
      platform: issue.platform,
      issue: issue.shortId,
    }),
    startedAt: isResolved ? null : parseSenderTime(issue.firstSeen),
    eventAt: isResolved ? endOfSecond(sentAt) : sentAt,
    ...(isResolved || reopening.includes(action) ? {} : { reopens: false }),
    flags: unknownStateFlags(isResolved || opening.includes(action), action),
  });
  return singleSignalReading(signal);
}

/** Reads an issue alert, which fires for an event of an issue and shares its key with the issue. */
function readEvent(event: PayloadFields, rule: unknown, sentAt: number | null): DeliveryReading {
  const [, issue = ""] = /\/issues\/(\d+)\/?$/.exec(textOrEmpty(event.issue_url)) ?? [];
  const signal = makeAlertSignal({
    key: issue || payloadIdText(event.issue_id) || payloadIdText(event.event_id),
    status: "firing",
    severity: levelOf(event.level),
    title: firstNonBlankText(event.title, event.message),
    body: lines(event.culprit, recordOrEmpty(event.metadata).value),
    link: parseHttpLink(event.web_url),
    labels: { ...tagsOf(event.tags), ...nonEmptyLabels({ platform: event.platform, rule, project: event.project }) },
    startedAt: parseSenderTime(event.datetime),
    eventAt: sentAt,
  });
  return singleSignalReading(signal);
}

const triggers: Record<string, Severity> = { critical: "critical", warning: "warning" };

function readMetric(data: PayloadFields, alert: PayloadFields, action: string, sentAt: number | null): DeliveryReading {
  const isResolved = action === "resolved";
  const rule = recordOrEmpty(alert.alert_rule);
  const signal = makeAlertSignal({
    key: payloadIdText(alert.id),
    status: isResolved ? "resolved" : "firing",
    severity: triggers[action] ?? null,
    title: firstNonBlankText(rule.name, alert.title, data.description_title),
    body: textOrEmpty(data.description_text).replaceAll("\\n", "\n"),
    link: parseHttpLink(data.web_url),
    labels: nonEmptyLabels({ projects: alert.projects, query: rule.query, environment: rule.environment }),
    startedAt: isResolved ? null : parseSenderTime(alert.date_started),
    endedAt: isResolved ? parseSenderTime(alert.date_closed) : null,
    eventAt: isResolved ? endOfSecond(sentAt) : sentAt,
    flags: unknownStateFlags(isResolved || action in triggers, action),
  });
  return singleSignalReading(signal);
}

/** Reads the older plug-in: an event of an issue, unsigned. */
function readPlugin(payload: PayloadFields): DeliveryReading {
  const event = recordOrEmpty(payload.event);
  const signal = makeAlertSignal({
    key: payloadIdText(payload.id),
    status: "firing",
    severity: levelOf(payload.level),
    title: firstNonBlankText(payload.message, recordOrEmpty(event.metadata).title, event.title),
    body: textOrEmpty(payload.culprit),
    link: parseHttpLink(payload.url),
    labels: {
      ...tagsOf(event.tags),
      ...nonEmptyLabels({ project: firstNonBlankText(payload.project_slug, payload.project) }),
    },
    startedAt: parseEpochTime(event.received),
  });
  return singleSignalReading(signal);
}

function read({ payload, headers }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const [data, action] = [recordOrEmpty(payload.data), textOrEmpty(payload.action)];
  const sentAt = parseEpochTime(headers.get("sentry-hook-timestamp"));
  if (isRecord(data.metric_alert)) return readMetric(data, data.metric_alert, action, sentAt);
  if (isRecord(data.issue) && !("comment" in data)) return readIssue(data.issue, action, sentAt);
  if (isRecord(data.event)) return readEvent(data.event, data.triggered_rule, sentAt);
  if (isRecord(payload.event) && payloadIdText(payload.id)) return readPlugin(payload);
  const resource = headers.get("sentry-hook-resource") ?? "";
  if (isRecord(payload.data)) return notAnAlertReading(`${resource || "event"} ${action}`.slice(0, 80));
  return unknownShapeReading(payload, "there is neither an issue nor an alert");
}

function sample(now: number): SourceSample {
  const seconds = Math.floor(now / 1000);
  const [key, title, link] = [
    "1635261062",
    "This is a test of Upfront",
    "https://sentry.io/organizations/example/issues/1/",
  ];
  const issue = { id: key, title, level: "warning", firstSeen: new Date(now).toISOString(), web_url: link };
  const headers = { "sentry-hook-resource": "issue", "sentry-hook-timestamp": String(seconds) };
  const times = { startedAt: now, eventAt: seconds * 1000 };
  const signals = [makeAlertSignal({ key, status: "firing", severity: "warning", title, link, ...times })];
  return { payload: { action: "created", data: { issue } }, headers, signals };
}

/** Sentry's integration platform (issues, issue alerts, metric alerts), and its older webhook plug-in. */
export const sentrySourceAdapter = defineSourceAdapter({
  kind: "sentry",
  title: "Sentry",
  order: "event_time",
  ...bodySignatureSourceParts("sentry-hook-signature"),
  keptHeaders: ["sentry-hook-resource", "sentry-hook-timestamp", "request-id"],
  read,
  sample,
});
