import { z } from "@hono/zod-openapi";
import type { Ctx } from "~/platform/ctx";
import { createSource } from "~/usecases/sources/create";
import { deleteSource } from "~/usecases/sources/delete";
import { listSources, type SourceView } from "~/usecases/sources/list";
import { readSource } from "~/usecases/sources/read";
import { updateSource } from "~/usecases/sources/update";
import { type Api, atPage, etag, precondition, sliced } from "./environment";
import { nounRoutes } from "./noun-routes";
import { orRefuse } from "./reply";
import { fromInstant, givenInstant, id, instant, json, toInstant, toInstantOrNull, wholeNumber } from "./shapes";

const core = {
  id,
  page_id: id,
  kind: z.string(),
  name: z.string(),
  heartbeat_seconds: z.number().int().nullable(),
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
  name: z.string(),
  settings: z.record(z.string(), z.unknown()).optional(),
  heartbeat_seconds: wholeNumber.nullable().optional(),
};
const made = z.strictObject({
  source: z.strictObject({ kind: z.string().openapi({ example: "alertmanager" }), ...fields }),
});
const muting = { muted_until: givenInstant.nullable().optional() };
const changed = z.strictObject({ source: z.strictObject({ ...fields, ...muting }).partial() });

const at = nounRoutes("Sources", "/pages/{page}/sources");
const list = at.list("The sources of a page", json(z.array(listed), "Sources"));
const create = at.create("Make a source; its address is in ingest_url", made, json(source, "The source"));
const readOne = at.read("One source", json(source, "The source"));
const change = at.change("Change a source", changed, json(source, "The source"));
const remove = at.remove("Delete a source with its rules; its alerts end");

const showCore = (pageId: string, row: SourceView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  name: row.name,
  heartbeat_seconds: row.heartbeatSeconds,
  muted_until: toInstantOrNull(row.mutedUntil),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function detail(ctx: Ctx, pageId: string, sourceId: string) {
  const { source: row, ingestUrl, settings } = orRefuse(await readSource(ctx, { pageId, id: sourceId }));
  return { shown: { ...showCore(pageId, row), ingest_url: ingestUrl, settings }, version: row.version };
}

type Changed = z.output<typeof changed>["source"];
const toInput = ({ name, settings, heartbeat_seconds, muted_until }: Changed) => ({
  name,
  settings,
  heartbeatSeconds: heartbeat_seconds,
  mutedUntil: typeof muted_until === "string" ? fromInstant(muted_until) : muted_until,
});

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
  api.openapi(create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { kind, name, settings, heartbeat_seconds: heartbeatSeconds } = c.req.valid("json").source;
    const { commitId } = await precondition(c);
    const done = orRefuse(await createSource(ctx, { pageId, kind, name, settings, heartbeatSeconds, commitId }));
    const { shown, version } = await detail(ctx, pageId, done.id);
    etag(c, version);
    return c.json(shown, 201);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { shown, version } = await detail(ctx, pageId, c.req.valid("param").id);
    etag(c, version);
    return c.json(shown, 200);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id: sourceId } = c.req.valid("param");
      const input = { pageId, id: sourceId, ...toInput(c.req.valid("json").source), ...(await precondition(c)) };
      orRefuse(await updateSource(ctx, input));
      const { shown, version } = await detail(ctx, pageId, sourceId);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    orRefuse(await deleteSource(ctx, { pageId, id: c.req.valid("param").id, ...(await precondition(c)) }));
    return c.body(null, 204);
  });
}
