import { createRoute, z } from "@hono/zod-openapi";
import { deliveryOutcomes } from "~/alerts/rules/delivery-outcome";
import { type Api, findPageContextOfRequest, readPrecondition, setNextPageLink } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  toIsoInstant,
  toIsoInstantOrNull,
} from "~/api/shapes";
import { type ListedDelivery, listDeliveries } from "../list-deliveries";
import { readDelivery } from "../read-delivery";
import { reprocessStoredDeliveries } from "../replay";

const signal = z.object({
  key: z.string(),
  state: z.string().openapi({ description: "firing, resolved or skipped" }),
  outcome: z.string().openapi({ description: "What it did, or why it was skipped" }),
  reason: z.string().nullable(),
  flags: z.array(z.string()),
});

const core = {
  id: z.string(),
  source_id: idSchema,
  received_at: instantSchema,
  outcome: z.string().openapi({ description: "accepted, ignored or refused" }),
  reason: z.string().nullable().openapi({ description: "Why it was refused or left out, as a code" }),
  signals: z.array(signal),
  processed: z.boolean().openapi({ description: "Its alerts have moved what they move" }),
  replay_of: z.string().nullable(),
  replayed_at: instantSchema.nullable(),
};
const listed = z.object(core).openapi("SourceDelivery");
const detail = z
  .object({
    ...core,
    headers: z.record(z.string(), z.string()).openapi({ description: "Secrets are struck out" }),
    body: z.string().openapi({ description: "As it came, up to 64 KB; secrets are struck out" }),
    replayable: z.boolean(),
  })
  .openapi("SourceDeliveryDetail");

const query = z.object({
  outcome: z.enum(deliveryOutcomes).optional(),
  text: z.string().max(100).optional().openapi({ description: "In its keys, its reason or, for admins, its body" }),
  before: z.string().max(200).optional(),
});
const replayed = z.object({
  id: z.string(),
  outcome: z.string().openapi({ description: "replayed, refused, or why it cannot be read again" }),
  changed: z.number().int().openapi({ description: "Alerts that it began, changed or ended" }),
});
const chosen = z.strictObject({ deliveries: z.array(z.string()).openapi({ description: "Ids, at most 50" }) });

const tags = ["Sources"];
const path = "/pages/{page}/sources/{id}/deliveries";
const deliveryParam = itemPathParamsSchema.extend({
  delivery: z.string().openapi({ param: { name: "delivery", in: "path" } }),
});

const list = createRoute({
  tags,
  summary: "What a source has sent, newest first, 50 at a time; a search looks through 500 at a time; the rest by Link",
  method: "get",
  path,
  request: { params: itemPathParamsSchema, query },
  responses: { 200: jsonResponseSpec(z.array(listed), "Deliveries"), ...errorResponses },
});
const readOne = createRoute({
  tags,
  summary: "One delivery with its headers and its body",
  method: "get",
  path: `${path}/{delivery}`,
  request: { params: deliveryParam },
  responses: { 200: jsonResponseSpec(detail, "The delivery"), ...errorResponses },
});
const replay = createRoute({
  tags,
  summary: "Read deliveries again as of when they came; what was taken before changes nothing",
  method: "post",
  path: `${path}/replay`,
  request: { params: itemPathParamsSchema, ...jsonBodySpec(chosen) },
  responses: { 200: jsonResponseSpec(z.array(replayed), "What each came to"), ...errorResponses },
});

const show = (sourceId: string, row: Omit<ListedDelivery, "size">) => ({
  id: row.id,
  source_id: sourceId,
  received_at: toIsoInstant(row.receivedAt),
  outcome: row.outcome,
  reason: row.reason,
  signals: row.signals.map(({ flags = [], reason = null, ...each }) => ({ ...each, reason, flags })),
  processed: row.settled,
  replay_of: row.replayOf,
  replayed_at: toIsoInstantOrNull(row.replayedAt),
});

/** Returns the context of a request, and the source to which it refers. */
async function atSource(c: Parameters<typeof findPageContextOfRequest>[0]) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  return { ctx, of: { pageId, sourceId: c.req.param("id") ?? "" } };
}

export function addDeliveryRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, of } = await atSource(c);
    const found = valueOrThrow(await listDeliveries(ctx, { ...of, ...c.req.valid("query") }));
    setNextPageLink(c, found.before);
    const shown = found.deliveries.map((row) => show(of.sourceId, row));
    return c.json(shown, 200);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, of } = await atSource(c);
    const found = valueOrThrow(await readDelivery(ctx, { ...of, id: c.req.valid("param").delivery }));
    const { headers, body: text, notReplayed } = found;
    return c.json({ ...show(of.sourceId, found), headers, body: text, replayable: notReplayed === null }, 200);
  });
  api.openapi(replay, async (c) => {
    const { ctx, of } = await atSource(c);
    const { commitId } = await readPrecondition(c);
    const asked = { ...of, ids: c.req.valid("json").deliveries, commitId };
    return c.json(valueOrThrow(await reprocessStoredDeliveries(ctx, asked)), 200);
  });
}
