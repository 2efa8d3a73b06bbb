import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import type { PayloadMapping, PayloadMappingField } from "./mapping-names";
import { listPathsIn, locatedValuesIn, parseValuePath } from "./value-path";

const maxPathChars = 255;
/** Length up to which a too long text is read, because a field's other checks still run on it. */
const longestLines = 2000;

const notAPath = "This is no path. Write names with dots between them, such as check.id or alerts[0].name.";

const line = z.string().trim().max(maxPathChars, `At most ${maxPathChars} characters.`);

const isPath = (text: string) => text === "" || parseValuePath(text) !== null;

const onePath = line.refine(isPath, notAPath);

/** Parses several paths: `host, check.id`. */
export const parseValuePaths = (text: string): string[] => {
  const parts = text.match(/(?:[^,\n"]|"[^"]*(?:"|$))+/g) ?? [];
  return parts.map((each) => each.trim()).filter((each) => each !== "");
};

const severalPaths = line.refine((text) => parseValuePaths(text).every(isPath), notAPath);

/** Parses `critical|P1 → critical`, one per line. */
export function parseSenderWordMeanings(text: string): { words: string[]; means: string }[] {
  const lines = text
    .slice(0, longestLines)
    .split("\n")
    .map((each) => each.trim());
  return lines
    .filter((each) => each !== "")
    .map((each) => {
      const [, given = "", means = ""] = /^(.*?)\s*(?:→|->|=>|=)\s*(\S+)$/.exec(each) ?? [];
      const words = given.split("|").map((word) => word.trim().toLowerCase());
      return { words: words.filter(Boolean), means: means.toLowerCase() };
    });
}

const meant = (choices: readonly string[]) =>
  z
    .string()
    .trim()
    .max(longestLines, refusalFor("value.longest", { most: longestLines }))
    .refine(
      (text) => parseSenderWordMeanings(text).every(({ words, means }) => words.length > 0 && choices.includes(means)),
      refusalFor("source.words", { first: choices[0] ?? "", choices }),
    );

export const stateMeaningChoices = ["firing", "resolved", "ignore"] as const;
export const severityMeaningChoices = ["critical", "error", "warning", "info"] as const;

const labelLines = z
  .string()
  .trim()
  .max(longestLines, refusalFor("value.longest", { most: longestLines }))
  .refine((text) => parseLabelPaths(text) !== null, refusalFor("source.paths"));

/** Parses a path or `name=path` per line; null when a line is neither. */
export function parseLabelPaths(text: string): { name: string | null; path: string }[] | null {
  const lines = text
    .slice(0, longestLines)
    .split("\n")
    .map((each) => each.trim());
  const found = lines
    .filter((each) => each !== "")
    .map((each) => {
      const [, name, path] = /^([\w.-]{1,64})\s*=\s*(.+)$/.exec(each) ?? [];
      return { name: name ?? null, path: path ?? each };
    });
  return found.length <= 30 && found.every(({ path }) => parseValuePath(path) !== null) ? found : null;
}

const place = "mapping";

/** Paths of an alert's parts in a body; all may be empty until the first delivery. */
export const payloadMappingShape = {
  list: onePath.optional().meta({ title: "List of alerts", place }),
  id: severalPaths.optional().meta({ title: "Key", place }),
  title: severalPaths.optional().meta({ title: "Title", place }),
  state: onePath.optional().meta({ title: "State", place }),
  states: meant(stateMeaningChoices).optional().meta({ title: "Meaning of its states", lines: 3, place }),
  severity: onePath.optional().meta({ title: "Severity", place }),
  severities: meant(severityMeaningChoices).optional().meta({ title: "Meaning of its severities", lines: 3, place }),
  description: onePath.optional().meta({ title: "Description", place }),
  link: onePath.optional().meta({ title: "Link", place }),
  time: onePath.optional().meta({ title: "Time of the event", place }),
  labels: labelLines.optional().meta({ title: "Labels", lines: 4, place }),
} satisfies Record<PayloadMappingField, z.ZodType>;

export const isCompletePayloadMapping = <M extends PayloadMapping>(mapping: M): mapping is M & { id: string } =>
  mapping.id !== undefined && mapping.id !== "";

/** Names that senders usually give each part, the likeliest first. */
const likely: Partial<Record<PayloadMappingField, readonly RegExp[]>> = {
  id: [
    /(^|[._-])(fingerprint|dedup_?key|alias|incident_?id|alert_?id|alert_?key|event_?id|check_?id|monitor_?id)$/i,
    /(^|\.)(id|uuid|key)$/i,
    /(^|\.)(name|host|check|monitor)$/i,
  ],
  title: [
    /(^|[._-])(title|summary|subject|headline)$/i,
    /(^|[._-])(alert_?name|monitor_?name|name)$/i,
    /(^|\.)(message|text)$/i,
  ],
  state: [/(^|[._-])(status|state)$/i, /(^|[._-])(action|transition|event|result|type)$/i],
  severity: [/(^|[._-])(severity|priority|level|urgency|criticality)$/i],
  description: [/(^|[._-])(description|details|body|message|reason)$/i],
  link: [/(^|[._-])(link|url|href|permalink|html_url)$/i],
};

const depth = (path: string) => path.split(/[.[]/).length;

function likeliest(paths: readonly string[], names: readonly RegExp[]): string {
  const flat = [...paths].sort((one, other) => depth(one) - depth(other));
  const found = names.map((name) => flat.find((path) => name.test(path)));
  return found.find((each) => each !== undefined) ?? "";
}

/** Returns the mapping that a body suggests, as a start. A list of objects holds the alerts. */
export function suggestPayloadMapping(body: unknown): PayloadMapping {
  const [list] = listPathsIn(body);
  const steps = list === undefined ? null : parseValuePath(list);
  const item = steps ? firstOf(body, steps) : body;
  const paths = locatedValuesIn(item).map(({ path }) => path);
  const found = Object.entries(likely).map(([name, names]) => [name, likeliest(paths, names)]);
  return { ...(list === undefined ? {} : { list }), ...Object.fromEntries(found.filter(([, path]) => path !== "")) };
}

function firstOf(body: unknown, steps: readonly (string | number)[]): unknown {
  const list = steps.reduce<unknown>(
    (value, step) =>
      value === null || typeof value !== "object" ? undefined : (value as Record<string, unknown>)[step],
    body,
  );
  return Array.isArray(list) ? list[0] : body;
}
