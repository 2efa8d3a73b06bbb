import { createRoute, z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, readPrecondition, setNextPageLink } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonResponseSpec,
  pagePathParamsSchema,
  toIsoInstant,
  toIsoInstantOrNull,
} from "~/api/shapes";
import { refusalText } from "~/i18n/refusal-text";
import { outboxFilters, outboxWays } from "~/notifications/rules/outbox";
import type { NoticeView } from "../outbox-view";
import { readNotice } from "../read";
import { listNotices, resendNotice } from "../verbs";

const count = z.number().int();

const core = {
  id: idSchema,
  page_id: idSchema,
  kind: z.string(),
  about: z.string().nullable().openapi({ description: "Title of the incident, maintenance or source" }),
  subject_id: z.string(),
  audience: z.enum(["subscribers", "endpoints", "team", "subscriber", "person", "address"]),
  way: z.string().openapi({ description: "email, channels, email_channels, or a kind of subscriber such as slack" }),
  state: z.string().openapi({ description: "sent, failed, waiting, sending, retrying, no_mailer, mail_failing …" }),
  next_at: instantSchema.nullable().openapi({ description: "When it is looked at next; null = over" }),
  expires_at: instantSchema,
  created_at: instantSchema,
  round: count.openapi({ description: "0 = the first sending; each retry of what failed is one more" }),
  recipients: count,
  sent: count,
  failed: count,
  unknown: count.openapi({ description: "Unconfirmed: handed over twice without a response" }),
};
const notice = z.object(core).openapi("Notice");
const detail = z
  .object({
    ...core,
    batches: z.array(
      z.object({ round: count, number: count, size: count, failed: count, done_at: instantSchema.nullable() }),
    ),
    failures: z.array(
      z.object({
        recipient_id: z.string(),
        address: z.string().nullable().openapi({ description: "Masked unless the token is an admin's" }),
        reason: z.string(),
        round: count,
      }),
    ),
    channel_deliveries: z.array(
      z.object({ channel_id: idSchema, state: z.string(), attempts: count, next_attempt_at: instantSchema.nullable() }),
    ),
  })
  .openapi("NoticeDetail");

const query = z.object({
  state: z.enum(outboxFilters).optional(),
  way: z.enum(outboxWays).optional(),
  before: z.string().max(80).optional(),
});
const tags = ["Notices"];
const path = "/pages/{page}/notices";

const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "What a page sends and sent, newest first, 50 at a time; the rest by Link",
  request: { params: pagePathParamsSchema, query },
  responses: { 200: jsonResponseSpec(z.array(notice), "Notices"), ...errorResponses },
});
const readOne = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "One notice with its batches and who was not reached",
  request: { params: itemPathParamsSchema },
  responses: { 200: jsonResponseSpec(detail, "The notice"), ...errorResponses },
});
const resend = createRoute({
  method: "post",
  path: `${path}/{id}/resend`,
  tags,
  summary: "Send again to those who were not reached",
  request: { params: itemPathParamsSchema },
  responses: { 202: jsonResponseSpec(z.object({ id: idSchema }), "It is sent again"), ...errorResponses },
});

const show = (pageId: string, row: NoticeView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  about: row.about,
  subject_id: row.subjectId,
  audience: row.audience,
  way: row.way,
  state: row.state.name,
  next_at: toIsoInstantOrNull(row.nextAt),
  expires_at: toIsoInstant(row.expiresAt),
  created_at: toIsoInstant(row.createdAt),
  round: row.round,
  recipients: row.recipients,
  sent: row.sent,
  failed: row.failed,
  unknown: row.unknown,
});

export function addNoticeRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { state: filter, way, before: from } = c.req.valid("query");
    const { notices, before } = valueOrThrow(await listNotices(ctx, { pageId, filter, way, before: from }));
    setNextPageLink(c, before);
    return c.json(
      notices.map((row) => show(pageId, row)),
      200,
    );
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const found = valueOrThrow(await readNotice(ctx, { pageId, id: c.req.valid("param").id }));
    const batches = found.batches.map(({ doneAt, ...each }) => ({ ...each, done_at: toIsoInstantOrNull(doneAt) }));
    const failures = found.failures.map(({ recipient, reason, ...each }) => ({
      recipient_id: recipient,
      ...each,
      reason: refusalText(reason, "en"),
    }));
    const deliveries = found.deliveries.map((each) => ({
      channel_id: each.channelId,
      state: each.state,
      attempts: each.attempts.length,
      next_attempt_at: toIsoInstantOrNull(each.dueAt),
    }));
    return c.json({ ...show(pageId, found.notice), batches, failures, channel_deliveries: deliveries }, 200);
  });
  api.openapi(resend, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const done = valueOrThrow(await resendNotice(ctx, { pageId, id: c.req.valid("param").id, commitId }));
    return c.json({ id: done.id }, 202);
  });
}
