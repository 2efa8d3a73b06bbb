import { fetchRequiredDocument } from "~/alerts/fetch-need";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { leaveEverywhere } from "~/subscribers/leave-everywhere";
import { quarantineAddressesStatements } from "~/subscribers/queries/subscriber";
import { parseJsonBytes } from "~/text/json-text";
import type { MailerWebhook, MailerWebhookRequest } from "./contract/contract";
import { mailerIdOfToken } from "./events-address";
import { mailerAdapterOf } from "./kinds/known-kinds";
import { badSignatureFailure, openAndParseMailerSettings, storeLearnedSettings } from "./learned-settings";
import { mailerByIdQuery } from "./queries/mailer";
import { type MailAddressChange, mailNewsByAddress } from "./rules/mail-event";

interface MailEventsRequest {
  token: string;
  headers: Headers;
  body: Result<Uint8Array>;
}

type Post = MailerWebhookRequest<unknown>;

/** Fetches what the check needs, from the service's own hosts only. */
async function fetched(ctx: Ctx, events: MailerWebhook<unknown>, payload: unknown, proven: boolean) {
  const need = events.needs?.(payload, proven) ?? null;
  return need === null ? ok(null) : fetchRequiredDocument(ctx, need);
}

/** Checks that a verified post is the deployment's own. */
async function vouched(ctx: Ctx, events: MailerWebhook<unknown>, post: Post): Promise<Result<unknown>> {
  const voucher = (await events.vouchedBy?.(post)) ?? null;
  if (voucher === null) return ok(null);
  const text = await fetchRequiredDocument(ctx, voucher.need);
  return text.ok && !voucher.vouches(text.value) ? badSignatureFailure : text;
}

/** Verifies the post; returns it with the text that verified it. */
async function prove(ctx: Ctx, events: MailerWebhook<unknown>, post: Post): Promise<Result<Post>> {
  const needed = await fetched(ctx, events, post.payload, false);
  if (!needed.ok) return needed;
  const proven = { ...post, fetched: needed.value };
  if (!events.isProven(proven)) return badSignatureFailure;
  const own = await vouched(ctx, events, proven);
  if (!own.ok) return own;
  const answered = await fetched(ctx, events, post.payload, true);
  return answered.ok ? ok(proven) : answered;
}

async function apply(ctx: Ctx, news: readonly MailAddressChange[]): Promise<Result<unknown>> {
  const bounced = news.filter(({ kind }) => kind === "bounce");
  if (bounced.length > 0) await runBatch(ctx, quarantineAddressesStatements(bounced, ctx.id(), ctx.now()));
  for (const each of news.filter(({ kind }) => kind === "left")) {
    const left = await leaveEverywhere(ctx, each);
    if (!left.ok) return left;
  }
  return ok(true);
}

/**
 * Processes a service's later reports: bounced subscribers are quarantined until a person releases them, those who
 * complained are unsubscribed. Repeats change nothing. Failures: missing, unauthenticated, too_large, malformed.
 */
export async function processMailEvents(
  ctx: Ctx,
  { token, headers, body }: MailEventsRequest,
): Promise<Result<{ taken: number }>> {
  const id = await mailerIdOfToken(ctx, token);
  const [[row]] = id === null ? [[]] : await readBatch(ctx, mailerByIdQuery(ctx, id));
  const adapter = row ? mailerAdapterOf(row.kind) : null;
  if (!row || !adapter?.events) return missingFailure;
  if (!body.ok) return body;
  const payload = parseJsonBytes(body.value);
  if (!payload.ok) return payload;
  const settings = await openAndParseMailerSettings(ctx, adapter, row);
  const post = { settings, headers, rawBody: body.value, payload: payload.value, now: ctx.now(), fetched: null };
  const proven = await prove(ctx, adapter.events, post);
  if (!proven.ok) return proven;
  const machine = ctxAsActor(ctx, { kind: "machine", id: row.id });
  const learned = await storeLearnedSettings(machine, adapter, row.id, proven.value);
  if (!learned.ok) return learned;
  const news = mailNewsByAddress(adapter.events.read(payload.value), ctx.now());
  const done = await apply(machine, news);
  return done.ok ? ok({ taken: news.length }) : done;
}
