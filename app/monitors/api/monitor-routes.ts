import { createRoute, z } from "@hono/zod-openapi";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { nounRoutes } from "~/api/noun-routes";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonResponseSpec,
  leftUnwatchedResponseField,
} from "~/api/shapes";
import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import { monitorMinuteStates } from "~/text/ring";
import { monitorFields } from "../rules/fields";
import { monitorFilterStates } from "../rules/input";
import { voteOutcomes } from "../rules/monitor";
import { resultRanges } from "../rules/monitor-points";

const share = z.number().nullable().openapi({ description: "Share of known checks that found it up, 0 to 1" });

const reread = z.object({
  from: z.enum(["new", "up", "degraded", "down"]),
  to: z.enum(["up", "degraded", "down", "none"]).openapi({ description: "none: nothing was found out" }),
  code: z.string(),
  detail: z.string(),
  at: instantSchema,
});

const listed = z.object({
  id: idSchema,
  page_id: idSchema,
  kind: z.string().openapi({ example: "http" }),
  name: z.string(),
  target: z.string().openapi({ description: "Where it looks, without credentials" }),
  tags: z.array(z.string()),
  state: z.enum(monitorFilterStates),
  since: instantSchema,
  muted_until: instantSchema.nullable(),
  interval: z
    .number()
    .int()
    .openapi({ description: `Minutes: ${allowedCheckIntervalMinutes.join(", ")}` }),
  next_check_at: instantSchema.nullable(),
  last_check_at: instantSchema.nullable(),
  milliseconds: z.number().int().nullable().openapi({ description: "Of the last check, as are code and detail" }),
  code: z.string(),
  detail: z.string(),
  reread: reread
    .nullable()
    .openapi({ description: "For a week after an upgrade: what its first check found otherwise; null = nothing" }),
  uptime: z.object({ day: share, week: share, month: share, quarter: share }),
});

const opinion = z.object({
  region: z.string().openapi({ description: "A region, or globalping- and a continent" }),
  at: instantSchema,
  verdict: z
    .string()
    .openapi({ description: "up, degraded, down; none: it has no vote; waiting: its answer is to come" }),
  code: z.string(),
  milliseconds: z.number().int().nullable(),
  detail: z.string(),
  link: z.string().optional().openapi({ description: "Where its evidence can be seen" }),
});

const confirmation = z.object({
  at: instantSchema,
  outcome: z.enum(voteOutcomes).openapi({ description: "unsettled: those that answered settle it neither way" }),
  need: z.number().int(),
  places: z.number().int(),
  agree: z.number().int(),
  against: z.number().int(),
});

const monitor = z
  .object({
    ...listed.shape,
    settings: z.record(z.string(), z.unknown()).openapi({ description: "For admins; secrets are struck out" }),
    ...responseFieldSchemas(monitorFields),
    ...leftUnwatchedResponseField,
    usual_ms: z
      .number()
      .int()
      .nullable()
      .openapi({ description: "p95 of 7 days; null = it is not compared, or too little is known yet" }),
    opinions: z.array(opinion).openapi({ description: "What other places said when they were last asked" }),
    confirmation: confirmation.nullable().openapi({ description: "How the places were counted then, ours among them" }),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("Monitor");

const fields = {
  ...requestFieldSchemas(monitorFields),
  settings: z.record(z.string(), z.unknown()).optional(),
};
const made = z.strictObject({
  monitor: z.strictObject({
    kind: z.string().openapi({ example: "http" }),
    clone_of: z.string().optional().openapi({ description: "Takes settings that are left out from this monitor" }),
    ...fields,
  }),
});
const changed = z.strictObject({ monitor: z.strictObject(fields).partial() });
export type CreateMonitorBody = z.output<typeof made>;
export type UpdateMonitorBody = z.output<typeof changed>;

const found = z
  .object({
    at: instantSchema,
    verdict: z.enum(["up", "degraded", "down", "blocked", "unknown"]),
    code: z.string(),
    detail: z.string(),
    milliseconds: z.number().int().nullable(),
    steps: z.array(z.object({ title: z.string(), ok: z.boolean(), detail: z.string() })),
  })
  .openapi("Finding");

const results = z
  .object({
    step_seconds: z.number().int(),
    points: z.array(
      z.object({ at: instantSchema, state: z.enum(monitorMinuteStates), milliseconds: z.number().int().nullable() }),
    ),
  })
  .openapi("MonitorResults");

const seenByCheck = z.object({
  seen_at: instantSchema,
  code: z.string(),
  detail: z.string(),
  milliseconds: z.number().int().nullable(),
  steps: z.array(z.object({ title: z.string(), ok: z.boolean(), detail: z.string() })),
  answer: z
    .object({
      status: z.number().int().nullable().openapi({ description: "Of HTTP; null = what was received on a connection" }),
      headers: z.string().openapi({ description: "A line each; secrets are struck out" }),
      body: z
        .string()
        .openapi({ description: "Its first 2,048 characters; on a connection control characters are escaped" }),
    })
    .nullable(),
  certificate: z
    .object({
      subject: z.string(),
      names: z.array(z.string()),
      issuer: z.string(),
      valid_from: instantSchema,
      valid_to: instantSchema,
      serial: z.string(),
      fingerprint: z.string().openapi({ description: "SHA-256" }),
    })
    .nullable()
    .openapi({ description: "What the server showed, where its certificate was what was wrong" }),
});

const evidence = z
  .object({
    down_since: instantSchema,
    first: seenByCheck.openapi({ description: "By the check that turned it" }),
    last: seenByCheck
      .nullable()
      .openapi({ description: "By a later one of the same time; null = it was not down for an hour" }),
  })
  .openapi("Evidence");

const tags = ["Monitors"];
const path = "/pages/{page}/monitors";
const at = nounRoutes("Monitors", path);
const answered = jsonResponseSpec(monitor, "The monitor");

export const monitorApiRoutes = {
  list: at.list(
    "The monitors of a page by name, 50 at a time; the rest by Link",
    jsonResponseSpec(z.array(listed), "Monitors"),
    z.object({
      tag: z.string().optional(),
      state: z.enum(monitorFilterStates).optional(),
      q: z.string().max(255).optional().openapi({ description: "A part of the name" }),
      after: z.string().max(400).optional(),
    }),
  ),
  create: at.create("Make a monitor; it is checked from the next minute on", made, answered),
  read: at.read("One monitor", answered),
  change: at.change("Change a monitor; what it moves changes at once", changed, answered),
  remove: at.removeWatcher("Delete a monitor with its results; its alerts end"),
  step: (step: "pause" | "resume") =>
    at.act(
      step,
      step === "pause" ? "Check it no more; its alerts end" : "Check it again, from the beginning",
      answered,
    ),
  check: at.act(
    "check",
    "Check now and report each step; changes nothing, six times a minute",
    jsonResponseSpec(found, "What was found"),
  ),
  evidence: createRoute({
    method: "get",
    path: `${path}/{id}/evidence`,
    tags,
    summary: "What checks saw that found it down: its last ten times, newest first; kept for 30 days",
    request: { params: itemPathParamsSchema },
    responses: { 200: jsonResponseSpec(z.array(evidence), "Evidence"), ...errorResponses },
  }),
  results: createRoute({
    method: "get",
    path: `${path}/{id}/results`,
    tags,
    summary: "What its checks came to, oldest first, merged into steps",
    request: { params: itemPathParamsSchema, query: z.object({ range: z.enum(resultRanges).default("day") }) },
    responses: { 200: jsonResponseSpec(results, "Results"), ...errorResponses },
  }),
};
