import { createRoute, z } from "@hono/zod-openapi";
import { type Api, atPage, linkNext, precondition } from "~/api/environment";
import { orRefuse } from "~/api/reply";
import { id, instant, itemParam, json, pageParam, refusals, toInstant, toInstantOrNull } from "~/api/shapes";
import { refusalText } from "~/i18n/refusal-text";
import { outboxFilters, outboxWays } from "~/notifications/rules/outbox";
import type { NoticeView } from "../outbox-view";
import { readNotice } from "../read";
import { listNotices, resendNotice } from "../verbs";

const count = z.number().int();

const core = {
  id,
  page_id: id,
  kind: z.string(),
  about: z.string().nullable().openapi({ description: "Title of the incident, maintenance or source" }),
  subject_id: z.string(),
  audience: z.enum(["subscribers", "endpoints", "team", "subscriber", "person", "address"]),
  way: z.string().openapi({ description: "email, channels, email_channels, or a kind of subscriber such as slack" }),
  state: z.string().openapi({ description: "sent, failed, waiting, sending, retrying, no_mailer, mail_failing …" }),
  next_at: instant.nullable().openapi({ description: "When it is looked at next; null = over" }),
  expires_at: instant,
  created_at: instant,
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
      z.object({ round: count, number: count, size: count, failed: count, done_at: instant.nullable() }),
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
      z.object({ channel_id: id, state: z.string(), attempts: count, next_attempt_at: instant.nullable() }),
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
  request: { params: pageParam, query },
  responses: { 200: json(z.array(notice), "Notices"), ...refusals },
});
const readOne = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "One notice with its batches and who was not reached",
  request: { params: itemParam },
  responses: { 200: json(detail, "The notice"), ...refusals },
});
const resend = createRoute({
  method: "post",
  path: `${path}/{id}/resend`,
  tags,
  summary: "Send again to those who were not reached",
  request: { params: itemParam },
  responses: { 202: json(z.object({ id }), "It is sent again"), ...refusals },
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
  next_at: toInstantOrNull(row.nextAt),
  expires_at: toInstant(row.expiresAt),
  created_at: toInstant(row.createdAt),
  round: row.round,
  recipients: row.recipients,
  sent: row.sent,
  failed: row.failed,
  unknown: row.unknown,
});

export function addNotices(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { state: filter, way, before: from } = c.req.valid("query");
    const { notices, before } = orRefuse(await listNotices(ctx, { pageId, filter, way, before: from }));
    linkNext(c, before);
    return c.json(
      notices.map((row) => show(pageId, row)),
      200,
    );
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const found = orRefuse(await readNotice(ctx, { pageId, id: c.req.valid("param").id }));
    const batches = found.batches.map(({ doneAt, ...each }) => ({ ...each, done_at: toInstantOrNull(doneAt) }));
    const failures = found.failures.map(({ recipient, reason, ...each }) => ({
      recipient_id: recipient,
      ...each,
      reason: refusalText(reason, "en"),
    }));
    const deliveries = found.deliveries.map((each) => ({
      channel_id: each.channelId,
      state: each.state,
      attempts: each.attempts.length,
      next_attempt_at: toInstantOrNull(each.dueAt),
    }));
    return c.json({ ...show(pageId, found.notice), batches, failures, channel_deliveries: deliveries }, 200);
  });
  api.openapi(resend, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    const done = orRefuse(await resendNotice(ctx, { pageId, id: c.req.valid("param").id, commitId }));
    return c.json({ id: done.id }, 202);
  });
}
