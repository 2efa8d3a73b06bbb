import { z } from "zod";
import { ruleMatchInputSchema } from "~/alert-rules/rules/input";
import { updateHeartbeatInputSchema } from "~/heartbeats/rules/input";
import { updatePageInputSchema } from "~/pages/rules/input";
import { alertSeverities } from "~/status/severity";

/** JSON Schema of a part of a file. */
export type JsonSchema = { [name: string]: unknown };

/** A field whose value has parts, such as a schedule; one value for owners and plans. */
export interface StructuredField {
  title: string;
  description: string;
  schema: JsonSchema;
  /** Form of its value in a file, and an example for whoever wrote another one. */
  type: "map" | "list";
  example: string;
  /** Reads the value as a file writes it, and returns it in the same form, checked and tidied. */
  bound: z.ZodType;
}

const text = { type: "string" };

const strictObject = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

const clockSchedule = (kind: "cron" | "calendar", expression: string) =>
  strictObject(
    {
      kind: { const: kind },
      expression: { ...text, description: expression },
      time_zone: { ...text, description: "A name such as Europe/Berlin." },
    },
    ["kind", "expression", "time_zone"],
  );

type Schedule = Record<string, unknown>;

/** A schedule has other names in a file, which are the API's, than in the form. */
const scheduleNames = [
  ["period", "periodSeconds"],
  ["time_zone", "timeZone"],
] as const;

const renamed = (value: Schedule, from: 0 | 1, to: 0 | 1): Schedule =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      scheduleNames.find((names) => names[from] === name)?.[to] ?? name,
      each,
    ]),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A variable in a file is a text. */
const withNumber = (value: Schedule): Schedule =>
  typeof value.period === "string" && /^\d+$/.test(value.period) ? { ...value, period: Number(value.period) } : value;

const scheduleParts: Readonly<Record<string, readonly string[]>> = {
  simple: ["kind", "period"],
  cron: ["kind", "expression", "time_zone"],
  calendar: ["kind", "expression", "time_zone"],
};

/** Adds an issue for each part that the value may not have. */
function refuseOthers(value: unknown, known: readonly string[], issues: { addIssue(issue: never): void }) {
  if (!isRecord(value)) return;
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) issues.addIssue({ code: "custom", message: "setting.unknown", path: [name] } as never);
  }
}

export const scheduleField: StructuredField = {
  title: "Schedule",
  type: "map",
  example: "fields, such as { kind: simple, period: 3600 }",
  description: "Every so many seconds, by a cron expression, or by a calendar event of systemd.",
  schema: {
    oneOf: [
      strictObject({ kind: { const: "simple" }, period: { type: "integer", minimum: 60, maximum: 31_536_000 } }, [
        "kind",
        "period",
      ]),
      clockSchedule("cron", "Five fields of cron, such as 30 3 * * *."),
      clockSchedule("calendar", "As OnCalendar= of systemd, such as Mon..Fri 10:00."),
    ],
  },
  bound: z
    .unknown()
    .superRefine((value, issues) => {
      const kind = isRecord(value) ? String(value.kind) : "";
      refuseOthers(value, scheduleParts[kind] ?? ["kind", "period", "expression", "time_zone"], issues);
    })
    .transform((value) => (isRecord(value) ? renamed(withNumber(value), 0, 1) : value))
    .pipe(updateHeartbeatInputSchema.shape.schedule)
    .transform((value) => renamed((value ?? {}) as Schedule, 1, 0)),
};

const matchSeverities = [...alertSeverities.toReversed(), "none"];

/** Drops conditions that are empty, and orders severities as the form does. */
function tidyMatch({ labels = {}, severities = [], title = "" }: z.output<typeof ruleMatchInputSchema>) {
  return {
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(severities.length > 0
      ? { severities: matchSeverities.filter((each) => severities.includes(each as never)) }
      : {}),
    ...(title === "" ? {} : { title }),
  };
}

export const matchField: StructuredField = {
  title: "Match",
  type: "map",
  example: "fields, such as { severities: [critical] }",
  description: "The alerts that it takes: all of these conditions hold. A * in a label or title stands for any text.",
  schema: strictObject({
    labels: { type: "object", additionalProperties: text, maxProperties: 20 },
    severities: { type: "array", items: { enum: matchSeverities } },
    title: text,
  }),
  bound: z
    .unknown()
    .superRefine((value, issues) => refuseOthers(value, ["labels", "severities", "title"], issues))
    .pipe(ruleMatchInputSchema)
    .transform(tidyMatch),
};

export const linksField: StructuredField = {
  title: "Links",
  type: "list",
  example: "a list, such as [{ label: Shop, url: https://example.com }]",
  description: "In the head of the page, at most 8.",
  schema: { type: "array", maxItems: 8, items: strictObject({ label: text, url: text }, ["label", "url"]) },
  bound: z
    .unknown()
    .superRefine((value, issues) => {
      for (const each of Array.isArray(value) ? value : []) refuseOthers(each, ["label", "url"], issues);
    })
    .pipe(updatePageInputSchema.shape.links.unwrap()),
};
