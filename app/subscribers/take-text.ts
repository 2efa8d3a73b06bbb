import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { ok, type Result } from "~/failures/failure";
import { takeTexts } from "~/notifications/engine/texts-of-day";
import { type TextReplies, textReplies } from "~/notifications/letters/engine/text-replies";
import { smsReply } from "~/notifications/rules/sms-reply";
import { pagesByIds } from "~/pages/queries/page";
import { allowMail } from "~/people/mails/mail-allowances";
import { type Ctx, ctxAs } from "~/platform/ctx";
import { leaveEverywhere, returnEverywhere } from "./leave-everywhere";
import { readTwilioPost, type TwilioPost } from "./posted-by-twilio";
import { type SubscriberRow, subscriptionsOfAddress } from "./queries/subscriber";
import { addressOfNumber } from "./take-text-news";

/** Reply to send; null = none. */
export type TextReply = string | null;

const mostPages = 3;

interface Asker {
  ctx: Ctx;
  address: string;
  replies: TextReplies;
  rows: readonly SubscriberRow[];
}

/** Limits replies, in case both sides are machines in a loop; each one counts among the day's texts. */
async function mayAnswer({ ctx, address }: Asker): Promise<boolean> {
  const counted = await allowMail(ctx, address, "text_replies");
  if (!counted || (await takeTexts(ctx, 1)) < 1) return false;
  return runBatch(ctx, [...counted.guards, ...counted.changes]).then(
    () => true,
    () => false,
  );
}

const somePages = (ctx: Ctx, ids: readonly string[]) =>
  read(ctx, pagesByIds(ctx, [...new Set(ids)].slice(0, mostPages))).then(([pages]) => pages);

/** Returns the pages from which the sender gets updates, with the links to change or unsubscribe. */
async function helpFor({ ctx, replies, rows }: Asker): Promise<Result<TextReply>> {
  const active = rows.filter(({ state }) => state === "active");
  const pages = await somePages(
    ctx,
    active.map(({ pageId }) => pageId),
  );
  const heard = pages.flatMap((page) => {
    const row = active.find(({ pageId }) => pageId === page.id);
    return row ? [{ page, id: row.id, generation: row.generation }] : [];
  });
  return ok(heard.length === 0 ? null : await replies.help(heard));
}

async function startFor({ ctx, address, replies }: Asker): Promise<Result<TextReply>> {
  const back = await returnEverywhere(ctx, address);
  if (!back.ok) return back;
  const pages = await somePages(ctx, back.value);
  return ok(pages.length === 0 ? null : replies.back(pages));
}

async function stopFor({ ctx, address, replies }: Asker): Promise<Result<TextReply>> {
  const left = await leaveEverywhere(ctx, { address, until: ctx.now() });
  return left.ok ? ok(replies.left) : left;
}

const acts = { stop: stopFor, start: startFor, help: helpFor };

/**
 * Handles a text to the deployment's number: STOP leaves every page, START undoes that, HELP explains and links to the
 * settings; other texts and unknown senders get no reply. Twilio's own opt-out (`OptOutType`) replies itself. Failures:
 * missing, unauthenticated, too_large.
 */
export async function takeText(given: Ctx, post: TwilioPost): Promise<Result<TextReply>> {
  const ctx = ctxAs(given, { kind: "machine", id: "twilio" });
  const posted = readTwilioPost(ctx, post);
  if (!posted.ok) return posted;
  const fields = posted.value;
  const known = fields.get("OptOutType");
  const asked = smsReply(fields.get("Body") ?? "", known);
  if (asked === null) return ok(null);
  const address = await addressOfNumber(ctx, fields.get("From") ?? "");
  const [rows] = await read(ctx, subscriptionsOfAddress(ctx, address));
  const [first] = rows;
  if (!first) return ok(null);
  const asker = { ctx, address, rows, replies: await textReplies(ctx, first.language) };
  const done = await acts[asked](asker);
  if (!done.ok || done.value === null || known !== null) return done.ok ? ok(null) : done;
  return (await mayAnswer(asker)) ? done : ok(null);
}
