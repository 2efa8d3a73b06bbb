import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/sources";

/**
 * Fields that the notes on each format mark as taken (the SOURCE.md beside the samples of imports), under the names of
 * our tables: of each, all words have to be in the first cell of one row.
 */
const takenFields: Readonly<Record<string, readonly string[]>> = {
  statuspage: [
    ...["name", "page_description", "subdomain", "domain", "time_zone", "hidden_from_search"].map(
      (name) => `page ${name}`,
    ),
    "group name",
    ...["name", "description", "position", "group_id", "showcase"].map((name) => `component ${name}`),
    ...["start_date", "status", "only_show_if_degraded"].map((name) => `component ${name}`),
    ...["name", "impact_override", "impact", "resolved_at", "status", "monitoring_at", "backfilled"].map(
      (name) => `incident ${name}`,
    ),
    ...["body", "display_at", "status", "affected_components"].map((name) => `update ${name}`),
    ...["scheduled_for", "scheduled_until", "scheduled_auto_in_progress", "scheduled_auto_completed"],
    ...["scheduled_remind_prior", "auto_transition_deliver_notifications_at_start"],
    ...["postmortem_body", "postmortem_published_at", "postmortem_notified_subscribers"],
    ...["name", "title", "body", "update_status", "components"].map((name) => `template ${name}`),
    ...["email", "components", "quarantined", "unsubscribed", "endpoint", "display_phone_number"].map(
      (name) => `subscriber ${name}`,
    ),
  ],
  "uptime-kuma": [
    ...["name", "tags", "description"].map((name) => `monitor ${name}`),
    ...["interval", "timeout", "maxretries", "active", "url", "method", "accepted_statuscodes", "headers"],
    ...["basic_auth_user", "body", "maxredirects", "keyword", "invert_keyword", "json_path", "expected_value"],
    ...["dns_resolve_type", "expiry_notification", "ignore_tls", "push_token"],
    ...["title", "description", "slug"].map((name) => `status page ${name}`),
    ...["weight", "parent", "incident title", "incident style", "heartbeats", "stat_daily", "serverTimezone"],
  ],
  uptimerobot: [
    ...["HTTP", "keyword", "HEARTBEAT", "interval", "logs", "psps", "tags"],
    ...["customDomain", "monitorIds", "sort", "isPasswordSet"].map((name) => `page ${name}`),
    "announcement",
  ],
  betterstack: [
    ...["keyword_absence", "check_frequency", "request_timeout", "ssl_expiration", "domain_expiration", "paused_at"],
    ...["heartbeat url", "heartbeat period", "heartbeat grace", "sections", "public_name", "position", "resource_type"],
    ...["status_history", "report manual", "report maintenance", "updates", "subscribers, confirmed"],
  ],
  healthchecks: [
    ...["uuid", "name", "slug", "tags", "timeout", "schedule", "tz", "grace", "methods", "manual_resume"],
    ...["filter_subject", "filter_body", "filter_http_body", "start_kw", "success_kw", "failure_kw"],
    ...["filter_default_fail", "status", "flips"],
  ],
  gatus: [
    ...["endpoints[].name", "group", "url", "interval", "method", "body", "headers", "client.timeout"],
    ...["[STATUS]", "[RESPONSE_TIME]", "[BODY]", "[CERTIFICATE_EXPIRATION]", "[DOMAIN_EXPIRATION]", "[CONNECTED]"],
    ...["announcements[]", "external-endpoints[].token", "ui.header", "ui.link", "enabled"],
    ...["events[]", "/uptimes/30d"],
  ],
  cachet: [
    ...["name", "description", "link", "order", "status", "enabled"].map((name) => `component ${name}`),
    ...["group name", "group order", "group collapsed", "incident name", "incident message", "incident occurred_at"],
    ...["incident component_id", "schedule name", "schedule scheduled_at", "schedule completed_at", "template"],
    "subscriber email",
  ],
  upptime: [
    ...["sites[]", "expectedStatusCodes", "issues status", "comments of people", "issues maintenance"],
    ...["dailyMinutesDown", "cname", "navbar", "__dangerous__body_down"],
  ],
  instatus: [
    ...["name", "description", "order", "showUptime", "startDate", "group", "archivedAt", "isThirdParty"].map(
      (name) => `component ${name}`,
    ),
    ...["update message", "update started", "maintenance start", "maintenance duration", "maintenance notifyMinutes"],
    ...[
      "template name",
      "subscriber email",
      "subscriber phone",
      "subscriber webhook",
      "monitor type",
      "HTTP PING TCP DNS",
    ],
  ],
  csv: [
    ...["name", "group", "description", "status", "title", "impact", "components", "started_at", "resolved_at"],
    ...["message", "email", "confirmed"],
  ],
  upfront: ["name", "component groups", "kept_by", "monitors", "heartbeats", "incidents", "maintenances", "templates"],
};

/**
 * Words of a row that the notes mark as taken, and that are not taken here. Each stands in a row of the product’s
 * document that says so.
 */
const decidedOtherwise: Readonly<Record<string, readonly string[]>> = {
  statuspage: ["shortlink", "should_send"],
  "uptime-kuma": ["upside_down"],
  betterstack: ["server_timezone"],
  healthchecks: ["desc", "last_ping", "next_ping", "n_pings", "last_duration", "pings"],
  gatus: ["udp", "sctp", "ssh", "grpc", "custom-css"],
  cachet: ["stickied"],
};

/** Words in the same cells that are values, parts of addresses, or nouns that a document has in other words. */
const wordsOfValues: Readonly<Record<string, readonly string[]>> = {
  statuspage: ["started_at", "incident_updates", "old_status", "auto_", "mode"],
  "uptime-kuma": ["dns_", "config", "status_page", "monitor_group", "heartbeat", "rows"],
  betterstack: [
    ...["api", "v1", "TOKEN", "status_report", "operational", "degraded", "downtime", "resolved", "not_monitored"],
    "email",
  ],
  healthchecks: ["POST", "new", "up", "down"],
  gatus: ["scheme", "block", "HH", "mm", "Monday"],
  cachet: [
    ...["unknown", "operational", "performance", "issues", "partial", "major", "under", "maintenance", "pivot"],
    ...["authenticated", "guest", "hidden", "investigating", "identified", "watching", "subscribers"],
  ],
};

interface TableRow {
  field: string;
  how: string;
}

const rowsOf = (origin: string): TableRow[] =>
  readFileSync(join(root, `docs/importers/${origin}.md`), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map(([field = "", ...others]) => ({ field, how: others.at(-1)?.trim() ?? "" }));

const hasAllWords = (text: string, words: string) => words.split(" ").every((word) => text.includes(word));

/** True for a row that says what becomes of a field here, in whole or nearly; what cannot be decided is asked. */
const isTaken = ({ how }: TableRow) =>
  /^(?:taken|needed|approximated|follows|an? question|question|earliest)/.test(how);

test.each(Object.entries(takenFields))(
  "what the notes on %s mark as taken is taken or approximated",
  (origin, fields) => {
    const rows = rowsOf(origin);
    const missing = fields.filter((words) => !rows.some((row) => hasAllWords(row.field, words) && isTaken(row)));
    expect(missing).toEqual([]);
  },
);

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Words of rows that describe what is meant, beside those that are members of the product. */
const plainWords = new Set(["and", "or", "id", "of", "the", "with", "by", "type"]);

/** Returns the members that the notes mark as taken in a whole row of their table, without what stands in brackets. */
function markedMembers(origin: string): string[] {
  const [, table = ""] = readFileSync(join(root, `tests/fixtures/imports/${origin}/SOURCE.md`), "utf8").split(
    "## Theirs → ours",
  );
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  const taken = rows.map(cellsOf).filter((cells) => /^\**taken/.test(cells.at(-1) ?? ""));
  const words = taken.flatMap(([theirs = ""]) => theirs.replace(/\([^)]*\)/g, " ").match(/[A-Za-z][\w-]+/g) ?? []);
  return [...new Set(words)].filter((word) => !plainWords.has(word) && !wordsOfValues[origin]?.includes(word));
}

/**
 * Members that a reader follows without reading them: lists come in their order, times follow from updates, and
 * addresses are matched by a pattern of several schemes.
 */
const followedUnread: Readonly<Record<string, readonly string[]>> = {
  statuspage: ["position", "monitoring_at"],
  gatus: ["http", "ws"],
};

/** Returns the code that reads a product, without comments. */
function readerSource(origin: string): string {
  const own = join(root, "app/importers/contract", origin);
  const paths = [join(root, `app/importers/kinds/${origin}.ts`), ...readdirSync(own).map((name) => join(own, name))];
  return paths.map((path) => readFileSync(path, "utf8").replace(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")).join("\n");
}

describe.each(["statuspage", "uptime-kuma", "betterstack", "healthchecks", "gatus", "cachet"])(
  "each member that the table of the notes on %s marks as taken",
  (origin) => {
    const otherwise = decidedOtherwise[origin] ?? [];
    const names = (row: TableRow, word: string) => new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`, "i").test(row.field);

    test("is taken, or asked about, by our document", () => {
      const members = markedMembers(origin).filter((word) => !otherwise.includes(word));
      const rows = rowsOf(origin).filter(isTaken);
      expect(members.length).toBeGreaterThan(5);
      expect(members.filter((word) => !rows.some((row) => names(row, word)))).toEqual([]);
    });

    test("is read by name in the reader", () => {
      const followed = [...otherwise, ...(followedUnread[origin] ?? [])];
      const members = markedMembers(origin).filter((word) => !followed.includes(word));
      const source = readerSource(origin);
      expect(members.filter((word) => !new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`).test(source))).toEqual([]);
    });

    test("is said to be left out, where it is decided otherwise", () => {
      const rows = rowsOf(origin).filter((row) => !isTaken(row));
      expect(otherwise.filter((word) => !markedMembers(origin).includes(word))).toEqual([]);
      expect(otherwise.filter((word) => !rows.some((row) => names(row, word)))).toEqual([]);
    });
  },
);
