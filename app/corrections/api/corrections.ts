import { z } from "@hono/zod-openapi";
import { type Api, atPage, etag, linkNext, precondition } from "~/api/environment";
import { namesInApi } from "~/api/noun-fields";
import { nounRoutes } from "~/api/noun-routes";
import { orRefuse } from "~/api/reply";
import { fromInstant, givenInstant, id, instant, json, toInstant, toInstantOrNull } from "~/api/shapes";
import type { Ctx } from "~/platform/ctx";
import { makeCorrection } from "../make";
import { correctionFields } from "../rules/fields";
import { type CorrectionView, listCorrections, readCorrection, undoCorrection } from "../verbs";

const correction = z
  .object({
    id,
    source_id: id,
    source_name: z.string(),
    starts_at: instant,
    ends_at: instant,
    reason: z.string(),
    component_ids: z.array(id),
    undone_at: instant.nullable().openapi({ description: "When it was undone; null = it applies" }),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("Correction");

const made = z.strictObject({
  correction: z.strictObject({
    source_id: z.string().openapi({ description: "A source, monitor or heartbeat, by id" }),
    starts_at: givenInstant.openapi({ description: "At most 90 days ago" }),
    ends_at: givenInstant.openapi({ description: "It must have passed" }),
    reason: z.string().openapi({ description: "Visitors read it: 1 to 255 characters" }),
  }),
});

const at = nounRoutes("Corrections", "/pages/{page}/corrections");
const answered = json(correction, "The correction");
const before = z.object({ before: z.string().max(80).optional() });
const routes = {
  list: at.list(
    "Corrections of what was wrongly reported, newest first, 50 at a time",
    json(z.array(correction), "Corrections"),
    before,
  ),
  create: at.create("Leave out what a source, monitor or heartbeat reported in a period", made, answered),
  read: at.read("One correction", answered),
  undo: at.withdraw("Undo a correction: what was reported counts again", json(correction, "The correction, undone")),
};

const show = (row: CorrectionView): z.output<typeof correction> => ({
  id: row.id,
  source_id: row.sourceId,
  source_name: row.sourceName,
  starts_at: toInstant(row.startsAt),
  ends_at: toInstant(row.endsAt),
  reason: row.reason,
  component_ids: row.componentIds,
  undone_at: toInstantOrNull(row.undoneAt),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, wanted: string) {
  const row = orRefuse(await readCorrection(ctx, { pageId, id: wanted }));
  return { shown: show(row), version: row.version };
}

export function addCorrections(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { before: cursor } = c.req.valid("query");
    const found = orRefuse(await listCorrections(ctx, { pageId, ...(cursor ? { before: cursor } : {}) }));
    linkNext(c, found.before);
    return c.json(found.corrections.map(show), 200);
  });
  api.openapi(routes.create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { source_id: sourceId, starts_at: starts, ends_at: ends, reason } = c.req.valid("json").correction;
    const { commitId } = await precondition(c);
    const times = { startsAt: fromInstant(starts), endsAt: fromInstant(ends) };
    const given = { pageId, sourceId, ...times, reason, commitId };
    const { id: own } = orRefuse(await makeCorrection(ctx, given), namesInApi(correctionFields));
    const { shown, version } = await one(ctx, pageId, own);
    etag(c, version);
    return c.json(shown, 201);
  });
  api.openapi(routes.read, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { shown, version } = await one(ctx, pageId, c.req.valid("param").id);
    etag(c, version);
    return c.json(shown, 200);
  });
  api.openapi(routes.undo, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id: own } = c.req.valid("param");
    orRefuse(await undoCorrection(ctx, { pageId, id: own, ...(await precondition(c)) }));
    return c.json((await one(ctx, pageId, own)).shown, 200);
  });
}
