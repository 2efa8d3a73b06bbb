import {
  type Api,
  findPageContextOfRequest,
  paginateRows,
  readPrecondition,
  setETag,
  setNextPageLink,
} from "~/api/environment";
import { addNounRoutes } from "~/api/noun-handlers";
import { valueOrThrow } from "~/api/reply";
import { toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { requestValues, responseFieldValues } from "~/fields/api-values";
import { refusalText, refusalTextFormatter } from "~/i18n/refusal-text";
import { channelFields } from "~/notifications/rules/fields";
import type { Ctx } from "~/platform/ctx";
import type { ChannelView } from "../channel-view";
import { createChannel } from "../create";
import { type ListedChannelDelivery, listChannelDeliveries } from "../deliveries";
import { retryDelivery } from "../retry-delivery";
import { sendChannelTest } from "../send-test";
import { updateChannel } from "../update";
import { deleteChannel, listChannels, readChannel, rotateChannelSecrets } from "../verbs";
import { channelApiRoutes as routes, type UpdateChannelBody } from "./channel-routes";

const showCore = (pageId: string, row: ChannelView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  ...responseFieldValues(channelFields, row),
  minimum_severity: row.minimumSeverity,
  disabled_at: toIsoInstantOrNull(row.disabledAt),
  disabled_reason: refusalTextFormatter("en")(row.disabledReason),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

const deliveryWords = { due: "queued", sent: "sent", dead: "failed", overtaken: "overtaken" } as const;

const showDelivery = (row: ListedChannelDelivery) => ({
  id: row.id,
  event: row.kind,
  state: deliveryWords[row.state as keyof typeof deliveryWords],
  next_attempt_at: toIsoInstantOrNull(row.dueAt),
  created_at: toIsoInstant(row.createdAt),
  done_at: toIsoInstantOrNull(row.doneAt),
  attempts: row.attempts.map((each) => ({
    ...each,
    answer: refusalText(each.answer, "en"),
    at: toIsoInstant(each.at),
  })),
});

async function one(ctx: Ctx, pageId: string, id: string) {
  const { channel, settings } = valueOrThrow(await readChannel(ctx, { pageId, id }));
  return { shown: { ...showCore(pageId, channel), settings }, version: channel.version };
}

function addReading(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const rows = valueOrThrow(await listChannels(ctx, { pageId })).map((row) => ({
      ...showCore(pageId, row),
      last_delivery_at: toIsoInstantOrNull(row.lastDelivery?.createdAt ?? null),
      last_delivery_state: row.lastDelivery?.state ?? null,
    }));
    return c.json(paginateRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(routes.deliveries, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const channelId = c.req.valid("param").id;
    const given = { pageId, channelId, before: c.req.valid("query").before };
    const [channel, listed] = await Promise.all([
      readChannel(ctx, { pageId, id: channelId }),
      listChannelDeliveries(ctx, given),
    ]);
    valueOrThrow(channel);
    const { deliveries, before } = valueOrThrow(listed);
    setNextPageLink(c, before);
    return c.json(deliveries.map(showDelivery), 200);
  });
}

function addChanging(api: Api): void {
  api.openapi(routes.create, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { kind, settings, ...given } = c.req.valid("json").channel;
    const { name = "", events = [], ...values } = requestValues(channelFields, given);
    const { commitId } = await readPrecondition(c);
    const made = valueOrThrow(await createChannel(ctx, { ...values, pageId, kind, name, events, settings, commitId }));
    const { shown, version } = await one(ctx, pageId, made.id);
    setETag(c, version);
    return c.json({ ...shown, shown_once: made.shownOnce }, 201);
  });
  addNounRoutes(api, routes, {
    one,
    change: (ctx, { channel: { settings, paused, ...given } }: UpdateChannelBody, target) =>
      updateChannel(ctx, { ...requestValues(channelFields, given), ...target, settings, paused }),
    remove: deleteChannel,
  });
  api.openapi(routes.rotate, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    const { shownOnce } = valueOrThrow(await rotateChannelSecrets(ctx, { pageId, id, ...(await readPrecondition(c)) }));
    const { shown, version } = await one(ctx, pageId, id);
    setETag(c, version);
    return c.json({ ...shown, shown_once: shownOnce }, 200);
  });
}

function addTelling(api: Api): void {
  api.openapi(routes.test, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    const { delivery } = valueOrThrow(await sendChannelTest(ctx, { pageId, id, ...(await readPrecondition(c)) }));
    return c.json(showDelivery(delivery), 200);
  });
  api.openapi(routes.retry, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id: channelId, delivery: id } = c.req.valid("param");
    valueOrThrow(await retryDelivery(ctx, { pageId, channelId, id, ...(await readPrecondition(c)) }));
    return c.json({ id }, 202);
  });
}

export function addChannelRoutes(api: Api): void {
  addReading(api);
  addChanging(api);
  addTelling(api);
}
