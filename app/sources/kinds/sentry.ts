import { alertSignal, firstText, isRecord, linkOf, type Reading, type Severity, textOf } from "~/alerts/rules/signal";
import { withBodySignature } from "../contract/body-signature";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import {
  endOfSecond,
  epochOf,
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
  unreadable,
} from "../contract/fields";

const levels: Record<string, Severity> = {
  fatal: "critical",
  error: "error",
  warning: "warning",
  info: "info",
  debug: "info",
  sample: "info",
};

const levelOf = (level: unknown): Severity | null => levels[textOf(level).toLowerCase()] ?? null;

/** Returns tags as labels; they come as pairs, or as objects with key and value. */
const tagsOf = (tags: unknown): Record<string, string> => {
  const pairs = listOf(tags).map((each) =>
    Array.isArray(each) ? [idOf(each[0]), idOf(each[1])] : [idOf(recordOf(each).key), idOf(recordOf(each).value)],
  );
  return Object.fromEntries(pairs.filter(([name]) => name));
};

const closing = ["resolved", "archived", "ignored"];
const opening = ["created", "unresolved", "assigned"];
/** Actions that reopen an issue; one that is only assigned, or whose action is unknown, may be resolved already. */
const reopening = ["created", "unresolved"];

const lines = (...texts: unknown[]) => texts.map(textOf).filter(Boolean).join("\n");

function readIssue(issue: PayloadFields, action: string, sentAt: number | null): Reading {
  const isResolved = closing.includes(action);
  const signal = alertSignal({
    key: idOf(issue.id),
    status: isResolved ? "resolved" : "firing",
    severity: levelOf(issue.level),
    title: textOf(issue.title),
    body: lines(issue.culprit, recordOf(issue.metadata).value),
    link: linkOf(issue.web_url) ?? linkOf(issue.permalink),
    labels: saidLabels({ project: recordOf(issue.project).slug, platform: issue.platform, issue: issue.shortId }),
    startedAt: isResolved ? null : timeOf(issue.firstSeen),
    eventAt: isResolved ? endOfSecond(sentAt) : sentAt,
    ...(isResolved || reopening.includes(action) ? {} : { reopens: false }),
    flags: unknownState(isResolved || opening.includes(action), action),
  });
  return oneSignal(signal);
}

/** Reads an issue alert, which fires for an event of an issue and shares its key with the issue. */
function readEvent(event: PayloadFields, rule: unknown, sentAt: number | null): Reading {
  const [, issue = ""] = /\/issues\/(\d+)\/?$/.exec(textOf(event.issue_url)) ?? [];
  const signal = alertSignal({
    key: issue || idOf(event.issue_id) || idOf(event.event_id),
    status: "firing",
    severity: levelOf(event.level),
    title: firstText(event.title, event.message),
    body: lines(event.culprit, recordOf(event.metadata).value),
    link: linkOf(event.web_url),
    labels: { ...tagsOf(event.tags), ...saidLabels({ platform: event.platform, rule, project: event.project }) },
    startedAt: timeOf(event.datetime),
    eventAt: sentAt,
  });
  return oneSignal(signal);
}

const triggers: Record<string, Severity> = { critical: "critical", warning: "warning" };

function readMetric(data: PayloadFields, alert: PayloadFields, action: string, sentAt: number | null): Reading {
  const isResolved = action === "resolved";
  const rule = recordOf(alert.alert_rule);
  const signal = alertSignal({
    key: idOf(alert.id),
    status: isResolved ? "resolved" : "firing",
    severity: triggers[action] ?? null,
    title: firstText(rule.name, alert.title, data.description_title),
    body: textOf(data.description_text).replaceAll("\\n", "\n"),
    link: linkOf(data.web_url),
    labels: saidLabels({ projects: alert.projects, query: rule.query, environment: rule.environment }),
    startedAt: isResolved ? null : timeOf(alert.date_started),
    endedAt: isResolved ? timeOf(alert.date_closed) : null,
    eventAt: isResolved ? endOfSecond(sentAt) : sentAt,
    flags: unknownState(isResolved || action in triggers, action),
  });
  return oneSignal(signal);
}

/** Reads the older plug-in: an event of an issue, unsigned. */
function readPlugin(payload: PayloadFields): Reading {
  const event = recordOf(payload.event);
  const signal = alertSignal({
    key: idOf(payload.id),
    status: "firing",
    severity: levelOf(payload.level),
    title: firstText(payload.message, recordOf(event.metadata).title, event.title),
    body: textOf(payload.culprit),
    link: linkOf(payload.url),
    labels: { ...tagsOf(event.tags), ...saidLabels({ project: firstText(payload.project_slug, payload.project) }) },
    startedAt: epochOf(event.received),
  });
  return oneSignal(signal);
}

function read({ payload, headers }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const [data, action] = [recordOf(payload.data), textOf(payload.action)];
  const sentAt = epochOf(headers.get("sentry-hook-timestamp"));
  if (isRecord(data.metric_alert)) return readMetric(data, data.metric_alert, action, sentAt);
  if (isRecord(data.issue) && !("comment" in data)) return readIssue(data.issue, action, sentAt);
  if (isRecord(data.event)) return readEvent(data.event, data.triggered_rule, sentAt);
  if (isRecord(payload.event) && idOf(payload.id)) return readPlugin(payload);
  const resource = headers.get("sentry-hook-resource") ?? "";
  if (isRecord(payload.data)) return notAnAlert(`${resource || "event"} ${action}`.slice(0, 80));
  return unknownShape(payload, "there is neither an issue nor an alert");
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
  const signals = [alertSignal({ key, status: "firing", severity: "warning", title, link, ...times })];
  return { payload: { action: "created", data: { issue } }, headers, signals };
}

/** Sentry's integration platform (issues, issue alerts, metric alerts), and its older webhook plug-in. */
export const sentry = defineSource({
  kind: "sentry",
  title: "Sentry",
  order: "event_time",
  ...withBodySignature("sentry-hook-signature"),
  keptHeaders: ["sentry-hook-resource", "sentry-hook-timestamp", "request-id"],
  read,
  sample,
});
