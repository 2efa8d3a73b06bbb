import { createRoute, z } from "@hono/zod-openapi";
import { countUnassignedAlertsOfSource, listUnassignedAlerts } from "~/alerts/list-unassigned-alerts";
import { type Api, findPageContextOfRequest, paginateRows, readPrecondition, setETag } from "~/api/environment";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantInputSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonResponseSpec,
  leftUnwatchedResponseField,
  toIsoInstant,
  toIsoInstantOrNull,
} from "~/api/shapes";
import { requestValues, responseFieldValues } from "~/fields/api-values";
import type { Ctx } from "~/platform/ctx";
import { parseIsoInstant } from "~/time/instants";
import { createSource } from "../create";
import { type OverlapView, readSource } from "../read";
import { endSourceOverlap, rotateSourceAddress } from "../rotation";
import { sourceFields } from "../rules/fields";
import { updateSource } from "../update";
import { deleteSource, listSources, type SourceView } from "../verbs";

const core = {
  id: idSchema,
  page_id: idSchema,
  kind: z.string(),
  ...responseFieldSchemas(sourceFields),
  muted_until: instantSchema.nullable(),
  created_at: instantSchema,
  updated_at: instantSchema,
};
const unassigned = z.number().int().openapi({ description: "How many of its firing alerts are on no component" });
const listed = z.object({
  ...core,
  unassigned,
  last_delivery_at: instantSchema.nullable(),
  last_delivery_outcome: z.string().nullable(),
});
const source = z
  .object({
    ...core,
    ...leftUnwatchedResponseField,
    unassigned,
    ingest_url: z.string().nullable().openapi({ description: "For admins" }),
    settings: z.record(z.string(), z.unknown()).openapi({ description: "Secrets are struck out" }),
    overlaps: z
      .array(
        z.object({
          what: z.enum(["address", "settings"]),
          ends_at: instantSchema,
          old_used_at: instantSchema.nullable(),
          new_used_at: instantSchema.nullable(),
        }),
      )
      .openapi({ description: "The old address or secrets that still work; for admins" }),
  })
  .openapi("Source");

const fields = {
  ...requestFieldSchemas(sourceFields),
  settings: z.record(z.string(), z.unknown()).optional(),
};
const made = z.strictObject({
  source: z.strictObject({ kind: z.string().openapi({ example: "alertmanager" }), ...fields }),
});
const muting = { muted_until: instantInputSchema.nullable().optional() };
const changed = z.strictObject({ source: z.strictObject({ ...fields, ...muting }).partial() });

const at = nounRoutes("Sources", "/pages/{page}/sources");
const list = at.list("The sources of a page", jsonResponseSpec(z.array(listed), "Sources"));
const answered = jsonResponseSpec(source, "The source");
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
    params: itemPathParamsSchema.extend({
      what: z.enum(["address", "settings"]).openapi({ param: { name: "what", in: "path" } }),
    }),
  },
  responses: { 200: answered, ...errorResponses },
});

const showCore = (pageId: string, row: SourceView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  ...responseFieldValues(sourceFields, row),
  muted_until: toIsoInstantOrNull(row.mutedUntil),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

const showOverlap = ({ what, endsAt, oldUsedAt, newUsedAt }: OverlapView) => ({
  what,
  ends_at: toIsoInstant(endsAt),
  old_used_at: toIsoInstantOrNull(oldUsedAt),
  new_used_at: toIsoInstantOrNull(newUsedAt),
});

async function one(ctx: Ctx, pageId: string, sourceId: string) {
  const [found, nobodys] = await Promise.all([
    readSource(ctx, { pageId, id: sourceId }),
    listUnassignedAlerts(ctx, { pageId }),
  ]);
  const { source: row, ingestUrl, settings, overlaps } = valueOrThrow(found);
  const count = countUnassignedAlertsOfSource(valueOrThrow(nobodys), sourceId);
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
  typeof until === "string" ? parseIsoInstant(until) : until;

/** Adds the routes that rotate an address, and that end the overlap of the old and the new one. */
function addRotation(api: Api): void {
  api.openapi(rotate, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    valueOrThrow(await rotateSourceAddress(ctx, { pageId, id, ...(await readPrecondition(c)) }));
    const { shown, version } = await one(ctx, pageId, id);
    setETag(c, version);
    return c.json(shown, 200);
  });
  api.openapi(end, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id, what } = c.req.valid("param");
    valueOrThrow(await endSourceOverlap(ctx, { pageId, id, what, ...(await readPrecondition(c)) }));
    const { shown, version } = await one(ctx, pageId, id);
    setETag(c, version);
    return c.json(shown, 200);
  });
}

export function addSourceRoutes(api: Api): void {
  addRotation(api);
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const [found, nobodys] = await Promise.all([listSources(ctx, { pageId }), listUnassignedAlerts(ctx, { pageId })]);
    const groups = valueOrThrow(nobodys);
    const rows = valueOrThrow(found).map((row) => ({
      ...showCore(pageId, row),
      unassigned: countUnassignedAlertsOfSource(groups, row.id),
      last_delivery_at: toIsoInstantOrNull(row.lastDelivery?.receivedAt ?? null),
      last_delivery_outcome: row.lastDelivery?.outcome ?? null,
    }));
    return c.json(paginateRows(rows, c.req.valid("query")), 200);
  });
  addNounRoutes(api, routes, {
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
