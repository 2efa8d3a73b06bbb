import { createRoute, z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, readPrecondition, setNextPageLink } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  pagePathParamsSchema,
  toIsoInstant,
  toIsoInstantOrNull,
} from "~/api/shapes";
import type { Result } from "~/failures/failure";
import type { AlertNotificationState } from "../assignments";
import { attachAlert } from "../attach";
import { type ListedAlert, listAlerts } from "../list";
import { type EpisodeView, readAlert } from "../read";
import { unassignedReasons } from "../rules/alert-assignment";
import { acknowledgeAlert, dismissAlert, restoreAlert } from "../verbs";

const notified = z
  .object({
    state: z.enum([
      "told",
      "with_cause",
      "holding",
      "muted",
      "dismissed",
      "maintenance",
      "not_notified",
      "quiet_hours",
      "nobody",
    ]),
    until: instantSchema.nullable(),
    by: z.enum(["page", "source", "components"]).nullable().openapi({ description: "What is muted" }),
    reason: z
      .enum(["no_mailer", "no_address", "mail_fails"])
      .nullable()
      .openapi({ description: "Why nobody would be notified" }),
  })
  .openapi("AlertNotified", {
    description:
      "Whether somebody is notified of a firing alert. told: yes, at once or with its incident; with_cause: in the message about the alert that explains it; holding: once its rule’s hold is over; not_notified: its rule only changes statuses; nobody: there is no way to anybody",
  });

const alert = z
  .object({
    id: z.string(),
    source_id: idSchema,
    source_family: z.enum(["source", "monitor", "heartbeat"]).nullable(),
    key: z.string(),
    state: z.string(),
    severity: z.string().nullable(),
    title: z.string(),
    labels: z.record(z.string(), z.string()),
    link: z.string().nullable(),
    started_at: instantSchema,
    ended_at: instantSchema.nullable(),
    incident_id: idSchema.nullable(),
    count: z.number().int(),
    first_seen_at: instantSchema,
    last_seen_at: instantSchema,
    acknowledged_at: instantSchema.nullable(),
    dismissed_at: instantSchema.nullable(),
    flapping_since: instantSchema.nullable().openapi({ description: "It keeps turning, and is held firing since" }),
    because_of: idSchema
      .nullable()
      .openapi({ description: "The source, monitor or heartbeat whose failure explains it" }),
    flags: z.array(z.string()),
    unassigned: z.enum(unassignedReasons).nullable().openapi({
      description:
        "Why a firing alert is on no component: no_rule, only the rule for everything else takes it; no_component, its rule names none. Null where it is on one, recovered, or is for information only",
    }),
    told: notified.nullable().openapi({ description: "Null where it does not fire" }),
  })
  .openapi("Alert");

const told = z
  .object({
    at: instantSchema,
    people: z.array(z.object({ id: idSchema, name: z.string() })),
    channels: z.array(z.object({ id: idSchema, name: z.string() })),
  })
  .openapi("AlertEscalation");

const firing = z
  .object({
    started_at: instantSchema,
    ended_at: instantSchema.nullable(),
    incident_id: idSchema.nullable(),
    dismissed_at: instantSchema.nullable(),
    dismissed_reason: z.string().nullable(),
    escalated: z.array(told).openapi({
      description:
        "Each time that people and channels were told that nobody had acknowledged it; who is deleted is left out",
    }),
  })
  .openapi("AlertFiring");

const alertWithFirings = alert
  .extend({
    acknowledged_by: z.string().nullable().openapi({ description: "The name of who acknowledged it" }),
    firings: z.array(firing).openapi({ description: "The newest twenty, the newest first" }),
  })
  .openapi("AlertWithFirings");

const tags = ["Alerts"];
const path = "/pages/{page}/alerts";
const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The alerts of a page, last heard of first, 50 at a time; Link leads on",
  request: {
    params: pagePathParamsSchema,
    query: z.object({
      source: z.string().optional(),
      state: z.enum(["firing", "resolved"]).optional(),
      incident: z.string().optional(),
      before: z.string().max(120).optional(),
    }),
  },
  responses: { 200: jsonResponseSpec(z.array(alert), "Alerts"), ...errorResponses },
});
const one = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "One alert with its firings, and who was told of each when it was escalated",
  request: { params: itemPathParamsSchema },
  responses: { 200: jsonResponseSpec(alertWithFirings, "The alert"), ...errorResponses },
});
/** Declares the route of an action on an alert that takes no body. */
const deed = <Verb extends string>(verb: Verb, summary: string, description: string) =>
  createRoute({
    method: "post",
    path: `${path}/{id}/${verb}`,
    tags,
    summary,
    request: { params: itemPathParamsSchema },
    responses: { 204: { description }, ...errorResponses },
  });
const acknowledge = deed("acknowledge", "Someone has acknowledged it", "Acknowledged");
const restore = deed("restore", "A dismissed firing counts again, from its start", "Restored");
const dismiss = createRoute({
  method: "post",
  path: `${path}/{id}/dismiss`,
  tags,
  summary: "This firing does not count; the next one does again",
  request: {
    params: itemPathParamsSchema,
    ...jsonBodySpec(z.strictObject({ alert: z.strictObject({ reason: z.string() }) })),
  },
  responses: { 204: { description: "Dismissed" }, ...errorResponses },
});
const attach = createRoute({
  method: "post",
  path: `${path}/{id}/attach`,
  tags,
  summary: "It belongs to this open incident, with all that is grouped with it; null takes it away again",
  request: {
    params: itemPathParamsSchema,
    ...jsonBodySpec(z.strictObject({ alert: z.strictObject({ incident_id: z.string().nullable() }) })),
  },
  responses: { 204: { description: "Attached" }, ...errorResponses },
});

function showTold(told: AlertNotificationState | undefined): z.output<typeof notified> | null {
  if (!told) return null;
  return {
    state: told.state,
    until: "until" in told ? toIsoInstant(told.until) : null,
    by: told.state === "muted" ? told.by : null,
    reason: told.state === "nobody" ? told.why : null,
  };
}

const show = (row: ListedAlert): z.output<typeof alert> => ({
  id: row.id,
  source_id: row.sourceId,
  source_family: row.family,
  key: row.key,
  state: row.state,
  severity: row.severity,
  title: row.title,
  labels: row.labels,
  link: row.link,
  started_at: toIsoInstant(row.startedAt),
  ended_at: toIsoInstantOrNull(row.endedAt),
  incident_id: row.incidentId,
  count: row.count,
  first_seen_at: toIsoInstant(row.firstSeenAt),
  last_seen_at: toIsoInstant(row.lastSeenAt),
  acknowledged_at: toIsoInstantOrNull(row.acknowledgedAt),
  dismissed_at: toIsoInstantOrNull(row.dismissedAt),
  flapping_since: toIsoInstantOrNull(row.flappingSince),
  because_of: row.because?.id ?? null,
  flags: row.flags,
  unassigned: row.assigned?.unassigned ?? null,
  told: showTold(row.assigned?.told),
});

const showFiring = (row: EpisodeView): z.output<typeof firing> => ({
  started_at: toIsoInstant(row.startedAt),
  ended_at: toIsoInstantOrNull(row.endedAt),
  incident_id: row.incidentId,
  dismissed_at: toIsoInstantOrNull(row.dismissedAt),
  dismissed_reason: row.dismissedReason,
  escalated: row.told.map(({ at, people, channels }) => ({ at: toIsoInstant(at), people, channels })),
});

type Context = Parameters<typeof findPageContextOfRequest>[0];

/** Returns the alert that a change is about, and the change's commit id. */
async function asked(c: Context, { id }: { id: string }) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  const { commitId } = await readPrecondition(c);
  return { ctx, target: { pageId, id, commitId } };
}

function done(c: Context, result: Result<unknown>) {
  valueOrThrow(result);
  return c.body(null, 204);
}

export function addAlertRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { source: sourceId, state, incident: incidentId, before: cursor } = c.req.valid("query");
    const asked = { pageId, sourceId, state, incidentId, before: cursor };
    const { alerts, before } = valueOrThrow(await listAlerts(ctx, asked));
    setNextPageLink(c, before);
    return c.json(alerts.map(show), 200);
  });
  api.openapi(one, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const found = valueOrThrow(await readAlert(ctx, { pageId, id: c.req.valid("param").id }));
    const { alert: row, assigned, acknowledgedByName, episodes } = found;
    return c.json(
      { ...show({ ...row, assigned }), acknowledged_by: acknowledgedByName, firings: episodes.map(showFiring) },
      200,
    );
  });
  api.openapi(acknowledge, async (c) => {
    const { ctx, target } = await asked(c, c.req.valid("param"));
    return done(c, await acknowledgeAlert(ctx, target));
  });
  api.openapi(dismiss, async (c) => {
    const { ctx, target } = await asked(c, c.req.valid("param"));
    return done(c, await dismissAlert(ctx, { ...target, reason: c.req.valid("json").alert.reason }));
  });
  api.openapi(restore, async (c) => {
    const { ctx, target } = await asked(c, c.req.valid("param"));
    return done(c, await restoreAlert(ctx, target));
  });
  api.openapi(attach, async (c) => {
    const { ctx, target } = await asked(c, c.req.valid("param"));
    return done(c, await attachAlert(ctx, { ...target, incidentId: c.req.valid("json").alert.incident_id }));
  });
}
