import { type Api, atPage, etag, linkNext, pageOfRows, precondition } from "~/api/environment";
import { requestValues, responseFields } from "~/api/noun-fields";
import { addNoun } from "~/api/noun-handlers";
import { orRefuse } from "~/api/reply";
import { toInstant, toInstantOrNull } from "~/api/shapes";
import { refusalText, refusalTextIn } from "~/i18n/refusal-text";
import { channelFields } from "~/notifications/rules/fields";
import type { Ctx } from "~/platform/ctx";
import type { ChannelView } from "../channel-view";
import { createChannel } from "../create";
import { type ListedChannelDelivery, listChannelDeliveries } from "../deliveries";
import { retryDelivery } from "../retry-delivery";
import { sendTest } from "../send-test";
import { updateChannel } from "../update";
import { deleteChannel, listChannels, readChannel, rotateChannel } from "../verbs";
import { type ChangedChannel, channelRoutes as routes } from "./channel-routes";

const showCore = (pageId: string, row: ChannelView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  ...responseFields(channelFields, row),
  minimum_severity: row.minimumSeverity,
  disabled_at: toInstantOrNull(row.disabledAt),
  disabled_reason: refusalTextIn("en")(row.disabledReason),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

const deliveryWords = { due: "queued", sent: "sent", dead: "failed", overtaken: "overtaken" } as const;

const showDelivery = (row: ListedChannelDelivery) => ({
  id: row.id,
  event: row.kind,
  state: deliveryWords[row.state as keyof typeof deliveryWords],
  next_attempt_at: toInstantOrNull(row.dueAt),
  created_at: toInstant(row.createdAt),
  done_at: toInstantOrNull(row.doneAt),
  attempts: row.attempts.map((each) => ({
    ...each,
    answer: refusalText(each.answer, "en"),
    at: toInstant(each.at),
  })),
});

async function one(ctx: Ctx, pageId: string, id: string) {
  const { channel, settings } = orRefuse(await readChannel(ctx, { pageId, id }));
  return { shown: { ...showCore(pageId, channel), settings }, version: channel.version };
}

function addReading(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const rows = orRefuse(await listChannels(ctx, { pageId })).map((row) => ({
      ...showCore(pageId, row),
      last_delivery_at: toInstantOrNull(row.lastDelivery?.createdAt ?? null),
      last_delivery_state: row.lastDelivery?.state ?? null,
    }));
    return c.json(pageOfRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(routes.deliveries, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const channelId = c.req.valid("param").id;
    const given = { pageId, channelId, before: c.req.valid("query").before };
    const [channel, listed] = await Promise.all([
      readChannel(ctx, { pageId, id: channelId }),
      listChannelDeliveries(ctx, given),
    ]);
    orRefuse(channel);
    const { deliveries, before } = orRefuse(listed);
    linkNext(c, before);
    return c.json(deliveries.map(showDelivery), 200);
  });
}

function addChanging(api: Api): void {
  api.openapi(routes.create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { kind, settings, ...given } = c.req.valid("json").channel;
    const { name = "", events = [], ...values } = requestValues(channelFields, given);
    const { commitId } = await precondition(c);
    const made = orRefuse(await createChannel(ctx, { ...values, pageId, kind, name, events, settings, commitId }));
    const { shown, version } = await one(ctx, pageId, made.id);
    etag(c, version);
    return c.json({ ...shown, shown_once: made.shownOnce }, 201);
  });
  addNoun(api, routes, {
    one,
    change: (ctx, { channel: { settings, paused, ...given } }: ChangedChannel, target) =>
      updateChannel(ctx, { ...requestValues(channelFields, given), ...target, settings, paused }),
    remove: deleteChannel,
  });
  api.openapi(routes.rotate, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    const { shownOnce } = orRefuse(await rotateChannel(ctx, { pageId, id, ...(await precondition(c)) }));
    const { shown, version } = await one(ctx, pageId, id);
    etag(c, version);
    return c.json({ ...shown, shown_once: shownOnce }, 200);
  });
}

function addTelling(api: Api): void {
  api.openapi(routes.test, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    const { delivery } = orRefuse(await sendTest(ctx, { pageId, id, ...(await precondition(c)) }));
    return c.json(showDelivery(delivery), 200);
  });
  api.openapi(routes.retry, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id: channelId, delivery: id } = c.req.valid("param");
    orRefuse(await retryDelivery(ctx, { pageId, channelId, id, ...(await precondition(c)) }));
    return c.json({ id }, 202);
  });
}

export function addChannels(api: Api): void {
  addReading(api);
  addChanging(api);
  addTelling(api);
}
