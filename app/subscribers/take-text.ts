import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { ok, type Result } from "~/failures/failure";
import { reserveDailySms } from "~/notifications/engine/texts-of-day";
import { readSmsReplyTexts, type SmsReplyTexts } from "~/notifications/letters/engine/text-replies";
import { parseSmsReply } from "~/notifications/rules/sms-reply";
import { pagesByIdsQuery } from "~/pages/queries/page";
import { reserveMailAllowance } from "~/people/mails/mail-allowances";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { leaveEverywhere, resubscribeEverywhere } from "./leave-everywhere";
import { type SubscriberRow, subscriptionsOfAddressQuery } from "./queries/subscriber";
import { hashPhoneNumberAddress } from "./take-text-status";
import { type TwilioPost, verifyTwilioPost } from "./twilio-post";

/** Reply to send; null = none. */
export type SmsReplyText = string | null;

const maxNamedPages = 3;

interface TextSender {
  ctx: Ctx;
  address: string;
  replies: SmsReplyTexts;
  rows: readonly SubscriberRow[];
}

/** Limits replies, in case both sides are machines in a loop; each one counts among the day's texts. */
async function mayReply({ ctx, address }: TextSender): Promise<boolean> {
  const counted = await reserveMailAllowance(ctx, address, "text_replies");
  if (!counted || (await reserveDailySms(ctx, 1)) < 1) return false;
  return runBatch(ctx, [...counted.guards, ...counted.changes]).then(
    () => true,
    () => false,
  );
}

const somePages = (ctx: Ctx, ids: readonly string[]) =>
  readBatch(ctx, pagesByIdsQuery(ctx, [...new Set(ids)].slice(0, maxNamedPages))).then(([pages]) => pages);

/** Returns the pages from which the sender gets updates, with the links to change or unsubscribe. */
async function helpFor({ ctx, replies, rows }: TextSender): Promise<Result<SmsReplyText>> {
  const active = rows.filter(({ state }) => state === "active");
  const pages = await somePages(
    ctx,
    active.map(({ pageId }) => pageId),
  );
  const subscribedPages = pages.flatMap((page) => {
    const row = active.find(({ pageId }) => pageId === page.id);
    return row ? [{ page, id: row.id, generation: row.generation }] : [];
  });
  return ok(subscribedPages.length === 0 ? null : await replies.help(subscribedPages));
}

async function startFor({ ctx, address, replies }: TextSender): Promise<Result<SmsReplyText>> {
  const back = await resubscribeEverywhere(ctx, address);
  if (!back.ok) return back;
  const pages = await somePages(ctx, back.value);
  return ok(pages.length === 0 ? null : replies.back(pages));
}

async function stopFor({ ctx, address, replies }: TextSender): Promise<Result<SmsReplyText>> {
  const left = await leaveEverywhere(ctx, { address, until: ctx.now() });
  return left.ok ? ok(replies.left) : left;
}

const acts = { stop: stopFor, start: startFor, help: helpFor };

/**
 * Handles a text to the deployment's number: STOP unsubscribes from every page, START undoes that, HELP explains and
 * links to the settings; other texts and unknown senders get no reply. Twilio's own opt-out (`OptOutType`) replies
 * itself. Failures: missing, unauthenticated, too_large.
 */
export async function processIncomingSms(given: Ctx, post: TwilioPost): Promise<Result<SmsReplyText>> {
  const ctx = ctxAsActor(given, { kind: "machine", id: "twilio" });
  const posted = verifyTwilioPost(ctx, post);
  if (!posted.ok) return posted;
  const fields = posted.value;
  const optOut = fields.get("OptOutType");
  const reply = parseSmsReply(fields.get("Body") ?? "", optOut);
  if (reply === null) return ok(null);
  const address = await hashPhoneNumberAddress(ctx, fields.get("From") ?? "");
  const [rows] = await readBatch(ctx, subscriptionsOfAddressQuery(ctx, address));
  const [first] = rows;
  if (!first) return ok(null);
  const sender = { ctx, address, rows, replies: await readSmsReplyTexts(ctx, first.language) };
  const done = await acts[reply](sender);
  if (!done.ok || done.value === null || optOut !== null) return done.ok ? ok(null) : done;
  return (await mayReply(sender)) ? done : ok(null);
}
