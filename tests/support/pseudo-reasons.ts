import { readdirSync, readFileSync } from "node:fs";
import { languageNames } from "~/i18n/languages";
import { knownOrigins } from "~/importers/rules/known-origins";

const either = (texts: readonly string[]) =>
  [...texts]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");

const dated = (options: Intl.DateTimeFormatOptions) =>
  Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat("en", options).format(Date.UTC(2026, month, 1)));
const weekdays = Array.from({ length: 7 }, (_, day) =>
  new Intl.DateTimeFormat("en", { weekday: "long" }).format(Date.UTC(2026, 0, 1 + day)),
);

/** Names of places and months come from CLDR; in the pseudo-language they are English. */
const byIntl = [...dated({ month: "long" }), ...dated({ month: "short" }), ...weekdays];

/** Names that people gave, and texts that they and their tools wrote. */
const given = [
  ...["Acme Shop", "Acme", "Upgrade", "Slow", "Looking.", "Soon.", "Weekly work", "Group", "Ours"],
  ...[
    "Anything",
    "Backup",
    "Shop",
    "Prometheus",
    "upfront-test",
    "SMTP",
    "shop.example.com/health",
    "status@upfront.example",
  ],
  ...["Instance web-1:9100 down", "Instance web-2:9100 down", "owner, read-only", "owner, as viewer", "owner, drafter"],
  ...[
    "alertname",
    "InstanceDown",
    "cluster",
    "eu-1",
    "instance",
    "web-1:9100",
    "web-2:9100",
    "job",
    "node",
    "critical",
  ],
  ...["owner", "admin", "responder", "viewer", "operator", "stranger", "secret", "acme", "severity", "infrastructure"],
  ...["acme/infra", "upfront.yaml", "main", "aaaaaaaaa"],
];

/** Our own name, and names that are the same in every language. */
const vendors = JSON.parse(readFileSync("public/presets/vendor.json", "utf8")).map(
  ({ name }: { name: string }) => name,
);
const products = knownOrigins.map(({ title }) => title);
const companies = ["Slack", "Discord", "Microsoft Teams", "Standard Webhooks", "Statuspage"];
const same = [
  ...companies,
  ...vendors,
  ...products,
  "Upfront",
  "UTC",
  "API",
  "https://id.example.com",
  "https",
  "status.example.com",
  "localhost",
];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Types of DNS records. */
const records = ["AAAA", "CNAME", "MX", "NS", "TXT", "SOA", "SRV", "CAA", "PTR", "DS", "HTTPS"];
/** Parts of addresses, columns of a file, styles of a badge. */
const code = [
  "/start",
  "/fail",
  "/log",
  "?rid=UUID",
  "email",
  "components",
  "language",
  "time_zone",
  "alertmanager.yml",
  "flat",
  "flat-square",
  "for-the-badge",
  "dot",
];

/**
 * Placeholders, example hosts, ids by which a person finds the log's line, fingerprints, instants in machine format,
 * sizes and distances in time as CLDR writes them, the query of a saved view.
 */
const ids = String.raw`\{\{\w+\}\}|\b[\w.-]+\.example\.com\b|\b[0-9a-z]{26}\b|\b[0-9a-f]{16}\b|\d{4}-\d\d-\d\d \d\d:\d\d|\d kB\b|\bin \d+ (?:hour|day)s?\b|\btext=Shop\b`;

/** Returns texts on pages that are in no language, each for a reason above. */
export function reasonsFor(more: readonly string[] = []): RegExp {
  const words = either([
    ...given,
    ...same,
    ...methods,
    ...records,
    ...code,
    ...byIntl,
    ...Object.values(languageNames),
    ...more,
  ]);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])|\b[a-z]+-[ab]0\b|${ids}`, "gu");
}

/**
 * Returns names and sentences in files of this folder: texts with a capital letter first, with a blank or an address.
 */
export function textsGiven(begin: string): string[] {
  const here = new URL(".", import.meta.url);
  const files = readdirSync(here).filter((name) => name.startsWith(begin));
  const texts = files.flatMap((name) => [...readFileSync(new URL(name, here), "utf8").matchAll(/"([^"\\\n]+)"/g)]);
  return [...new Set(texts.map(([, text = ""]) => text))].filter((text) =>
    /^\p{Lu}.|[ @]|\w\.\w|^\w+\/\w+$/u.test(text),
  );
}
