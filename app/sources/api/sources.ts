import { createRoute, z } from "@hono/zod-openapi";
import { listUnassignedAlerts, unassignedAlertsOfSource } from "~/alerts/list-unassigned-alerts";
import { type Api, atPage, etag, pageOfRows, precondition } from "~/api/environment";
import { requestShape, requestValues, responseFields, responseShape } from "~/api/noun-fields";
import { addNoun } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { orRefuse } from "~/api/reply";
import {
  fromInstant,
  givenInstant,
  id,
  instant,
  itemParam,
  json,
  leftUnwatchedField,
  refusals,
  toInstant,
  toInstantOrNull,
} from "~/api/shapes";
import type { Ctx } from "~/platform/ctx";
import { createSource } from "../create";
import { type OverlapView, readSource } from "../read";
import { endOverlap, rotateSource } from "../rotation";
import { sourceFields } from "../rules/fields";
import { updateSource } from "../update";
import { deleteSource, listSources, type SourceView } from "../verbs";

const core = {
  id,
  page_id: id,
  kind: z.string(),
  ...responseShape(sourceFields),
  muted_until: instant.nullable(),
  created_at: instant,
  updated_at: instant,
};
const unassigned = z.number().int().openapi({ description: "How many of its firing alerts are on no component" });
const listed = z.object({
  ...core,
  unassigned,
  last_delivery_at: instant.nullable(),
  last_delivery_outcome: z.string().nullable(),
});
const source = z
  .object({
    ...core,
    ...leftUnwatchedField,
    unassigned,
    ingest_url: z.string().nullable().openapi({ description: "For admins" }),
    settings: z.record(z.string(), z.unknown()).openapi({ description: "Secrets are struck out" }),
    overlaps: z
      .array(
        z.object({
          what: z.enum(["address", "settings"]),
          ends_at: instant,
          old_used_at: instant.nullable(),
          new_used_at: instant.nullable(),
        }),
      )
      .openapi({ description: "The old address or secrets that still work; for admins" }),
  })
  .openapi("Source");

const fields = {
  ...requestShape(sourceFields),
  settings: z.record(z.string(), z.unknown()).optional(),
};
const made = z.strictObject({
  source: z.strictObject({ kind: z.string().openapi({ example: "alertmanager" }), ...fields }),
});
const muting = { muted_until: givenInstant.nullable().optional() };
const changed = z.strictObject({ source: z.strictObject({ ...fields, ...muting }).partial() });

const at = nounRoutes("Sources", "/pages/{page}/sources");
const list = at.list("The sources of a page", json(z.array(listed), "Sources"));
const answered = json(source, "The source");
const routes = {
  ...at.usual(
    { made, changed, answered },
    { create: "Make a source; its address is in ingest_url", read: "One source", change: "Change a source" },
  ),
  remove: at.removeWatcher("Delete a source with its rules; its alerts end"),
};
const rotate = at.act("rotate", "Create another address; the one before works for 24 hours more", answered);
const end = createRoute({
  method: "delete",
  path: "/pages/{page}/sources/{id}/overlaps/{what}",
  tags: ["Sources"],
  summary: "The old address, or the old secrets, end now",
  request: {
    params: itemParam.extend({
      what: z.enum(["address", "settings"]).openapi({ param: { name: "what", in: "path" } }),
    }),
  },
  responses: { 200: answered, ...refusals },
});

const showCore = (pageId: string, row: SourceView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  ...responseFields(sourceFields, row),
  muted_until: toInstantOrNull(row.mutedUntil),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

const showOverlap = ({ what, endsAt, oldUsedAt, newUsedAt }: OverlapView) => ({
  what,
  ends_at: toInstant(endsAt),
  old_used_at: toInstantOrNull(oldUsedAt),
  new_used_at: toInstantOrNull(newUsedAt),
});

async function one(ctx: Ctx, pageId: string, sourceId: string) {
  const [found, nobodys] = await Promise.all([
    readSource(ctx, { pageId, id: sourceId }),
    listUnassignedAlerts(ctx, { pageId }),
  ]);
  const { source: row, ingestUrl, settings, overlaps } = orRefuse(found);
  const count = unassignedAlertsOfSource(orRefuse(nobodys), sourceId);
  const shown = {
    ...showCore(pageId, row),
    unassigned: count,
    ingest_url: ingestUrl,
    settings,
    overlaps: overlaps.map(showOverlap),
  };
  return { shown, version: row.version };
}

type CreateSourceBody = z.output<typeof made>;
type UpdateSourceBody = z.output<typeof changed>;

const mutedUntil = ({ muted_until: until }: UpdateSourceBody["source"]) =>
  typeof until === "string" ? fromInstant(until) : until;

/** Adds the routes that rotate an address, and that end the overlap of the old and the new one. */
function addRotation(api: Api): void {
  api.openapi(rotate, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    orRefuse(await rotateSource(ctx, { pageId, id, ...(await precondition(c)) }));
    const { shown, version } = await one(ctx, pageId, id);
    etag(c, version);
    return c.json(shown, 200);
  });
  api.openapi(end, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id, what } = c.req.valid("param");
    orRefuse(await endOverlap(ctx, { pageId, id, what, ...(await precondition(c)) }));
    const { shown, version } = await one(ctx, pageId, id);
    etag(c, version);
    return c.json(shown, 200);
  });
}

export function addSources(api: Api): void {
  addRotation(api);
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const [found, nobodys] = await Promise.all([listSources(ctx, { pageId }), listUnassignedAlerts(ctx, { pageId })]);
    const groups = orRefuse(nobodys);
    const rows = orRefuse(found).map((row) => ({
      ...showCore(pageId, row),
      unassigned: unassignedAlertsOfSource(groups, row.id),
      last_delivery_at: toInstantOrNull(row.lastDelivery?.receivedAt ?? null),
      last_delivery_outcome: row.lastDelivery?.outcome ?? null,
    }));
    return c.json(pageOfRows(rows, c.req.valid("query")), 200);
  });
  addNoun(api, routes, {
    one,
    create: (ctx, { source: { kind, settings, ...given } }: CreateSourceBody, place) => {
      const { name = "", ...values } = requestValues(sourceFields, given);
      return createSource(ctx, { ...values, ...place, kind, name, settings });
    },
    change: (ctx, { source: given }: UpdateSourceBody, target) => {
      const values = requestValues(sourceFields, given);
      return updateSource(ctx, { ...values, ...target, settings: given.settings, mutedUntil: mutedUntil(given) });
    },
    remove: deleteSource,
  });
}
