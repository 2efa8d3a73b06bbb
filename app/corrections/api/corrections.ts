import { z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, readPrecondition, setETag, setNextPageLink } from "~/api/environment";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import {
  idSchema,
  instantInputSchema,
  instantSchema,
  jsonResponseSpec,
  toIsoInstant,
  toIsoInstantOrNull,
} from "~/api/shapes";
import { apiFieldNames } from "~/fields/api-values";
import type { Ctx } from "~/platform/ctx";
import { parseIsoInstant } from "~/time/instants";
import { readFiringAfterCorrection } from "../firing-reports";
import { makeCorrection } from "../make";
import { correctionFields } from "../rules/fields";
import { type CorrectionView, listCorrections, readCorrection, undoCorrection } from "../verbs";

const correction = z
  .object({
    id: idSchema,
    source_id: idSchema,
    source_name: z.string(),
    starts_at: instantSchema,
    ends_at: instantSchema,
    reason: z.string(),
    component_ids: z.array(idSchema),
    undone_at: instantSchema.nullable().openapi({ description: "When it was undone; null = it applies" }),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("Correction");

const made = z.strictObject({
  correction: z.strictObject({
    source_id: z.string().openapi({ description: "A source, monitor or heartbeat, by id" }),
    starts_at: instantInputSchema.openapi({ description: "At most 90 days ago" }),
    ends_at: instantInputSchema.openapi({ description: "It must have passed" }),
    reason: z.string().openapi({ description: "Visitors read it: 1 to 255 characters" }),
    dismiss_alerts: z.boolean().optional().openapi({
      description: "True dismisses its alerts that started in or before the period and still fire, 200 at most",
    }),
  }),
});

const created = correction
  .extend({
    alerts_firing: z.int().openapi({
      description:
        "How many alerts of the source that started by the end of the period still fire: its components keep their status until they recover or are dismissed",
    }),
  })
  .openapi("CreatedCorrection");

const at = nounRoutes("Corrections", "/pages/{page}/corrections");
const answered = jsonResponseSpec(correction, "The correction");
const before = z.object({ before: z.string().max(80).optional() });
const routes = {
  list: at.list(
    "Corrections of what was wrongly reported, newest first, 50 at a time",
    jsonResponseSpec(z.array(correction), "Corrections"),
    before,
  ),
  create: at.create(
    "Leave out what a source, monitor or heartbeat reported in a period",
    made,
    jsonResponseSpec(created, "The correction"),
  ),
  read: at.read("One correction", answered),
  undo: at.withdraw(
    "Undo a correction: what was reported counts again",
    jsonResponseSpec(correction, "The correction, undone"),
  ),
};

const show = (row: CorrectionView): z.output<typeof correction> => ({
  id: row.id,
  source_id: row.sourceId,
  source_name: row.sourceName,
  starts_at: toIsoInstant(row.startsAt),
  ends_at: toIsoInstant(row.endsAt),
  reason: row.reason,
  component_ids: row.componentIds,
  undone_at: toIsoInstantOrNull(row.undoneAt),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, wanted: string) {
  const row = valueOrThrow(await readCorrection(ctx, { pageId, id: wanted }));
  return { shown: show(row), version: row.version };
}

export function addCorrectionRoutes(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { before: cursor } = c.req.valid("query");
    const found = valueOrThrow(await listCorrections(ctx, { pageId, ...(cursor ? { before: cursor } : {}) }));
    setNextPageLink(c, found.before);
    return c.json(found.corrections.map(show), 200);
  });
  api.openapi(routes.create, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { source_id: sourceId, starts_at: starts, ends_at: ends, ...said } = c.req.valid("json").correction;
    const { commitId } = await readPrecondition(c);
    const times = { startsAt: parseIsoInstant(starts), endsAt: parseIsoInstant(ends) };
    const { reason, dismiss_alerts: dismisses = false } = said;
    const given = { pageId, sourceId, ...times, reason, dismisses, commitId };
    const { id: own } = valueOrThrow(await makeCorrection(ctx, given), apiFieldNames(correctionFields));
    const { total, row } = valueOrThrow(await readFiringAfterCorrection(ctx, { pageId, id: own }));
    setETag(c, row.version);
    return c.json({ ...show(row), alerts_firing: total }, 201);
  });
  api.openapi(routes.read, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { shown, version } = await one(ctx, pageId, c.req.valid("param").id);
    setETag(c, version);
    return c.json(shown, 200);
  });
  api.openapi(routes.undo, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id: own } = c.req.valid("param");
    valueOrThrow(await undoCorrection(ctx, { pageId, id: own, ...(await readPrecondition(c)) }));
    return c.json((await one(ctx, pageId, own)).shown, 200);
  });
}
