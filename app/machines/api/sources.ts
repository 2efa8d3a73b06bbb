import { z } from "@hono/zod-openapi";
import type { Ctx } from "~/platform/ctx";
import { sourceFields } from "~/rules/alerts/fields";
import { createSource } from "~/usecases/sources/create";
import { deleteSource } from "~/usecases/sources/delete";
import { listSources, type SourceView } from "~/usecases/sources/list";
import { readSource } from "~/usecases/sources/read";
import { updateSource } from "~/usecases/sources/update";
import { type Api, atPage, sliced } from "./environment";
import { sentShape, sentValues, shownAs, shownShape } from "./noun-fields";
import { addNoun } from "./noun-handlers";
import { nounRoutes } from "./noun-routes";
import { orRefuse } from "./reply";
import { fromInstant, givenInstant, id, instant, json, toInstant, toInstantOrNull } from "./shapes";

const core = {
  id,
  page_id: id,
  kind: z.string(),
  ...shownShape(sourceFields),
  muted_until: instant.nullable(),
  created_at: instant,
  updated_at: instant,
};
const listed = z.object({
  ...core,
  last_delivery_at: instant.nullable(),
  last_delivery_outcome: z.string().nullable(),
});
const source = z
  .object({
    ...core,
    ingest_url: z.string().nullable().openapi({ description: "For admins" }),
    settings: z.record(z.string(), z.unknown()).openapi({ description: "Secrets are struck out" }),
  })
  .openapi("Source");

const fields = {
  ...sentShape(sourceFields),
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
  create: at.create("Make a source; its address is in ingest_url", made, answered),
  read: at.read("One source", answered),
  change: at.change("Change a source", changed, answered),
  remove: at.remove("Delete a source with its rules; its alerts end"),
};

const showCore = (pageId: string, row: SourceView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  ...shownAs(sourceFields, row),
  muted_until: toInstantOrNull(row.mutedUntil),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, sourceId: string) {
  const { source: row, ingestUrl, settings } = orRefuse(await readSource(ctx, { pageId, id: sourceId }));
  return { shown: { ...showCore(pageId, row), ingest_url: ingestUrl, settings }, version: row.version };
}

type Made = z.output<typeof made>;
type Changed = z.output<typeof changed>;

const mutedUntil = ({ muted_until: until }: Changed["source"]) =>
  typeof until === "string" ? fromInstant(until) : until;

export function addSources(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const rows = orRefuse(await listSources(ctx, { pageId })).map((row) => ({
      ...showCore(pageId, row),
      last_delivery_at: toInstantOrNull(row.lastDelivery?.receivedAt ?? null),
      last_delivery_outcome: row.lastDelivery?.outcome ?? null,
    }));
    return c.json(sliced(rows, c.req.valid("query")), 200);
  });
  addNoun(api, routes, {
    one,
    create: (ctx, { source: { kind, settings, ...given } }: Made, place) => {
      const { name = "", ...values } = sentValues(sourceFields, given);
      return createSource(ctx, { ...values, ...place, kind, name, settings });
    },
    change: (ctx, { source: given }: Changed, target) => {
      const values = sentValues(sourceFields, given);
      return updateSource(ctx, { ...values, ...target, settings: given.settings, mutedUntil: mutedUntil(given) });
    },
    remove: deleteSource,
  });
}
