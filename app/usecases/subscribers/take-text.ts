import { runBatch } from "~/db/commit";
import { pagesByIds } from "~/db/queries/page";
import { type SubscriberRow, subscriptionsOfAddress } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import { brandOf } from "~/engines/letters/writer";
import { takeTexts } from "~/engines/telling/texts-of-day";
import { readWords, type Words } from "~/i18n/words";
import { as, type Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { smsReply } from "~/rules/telling/sms-reply";
import { allowMail } from "../mails/allowed";
import { leaveEverywhere, returnEverywhere } from "./leave-everywhere";
import { subscriptionToken } from "./links";
import { postedByTwilio, type TwilioPost } from "./posted-by-twilio";
import { addressOfNumber } from "./take-text-news";

/** What is answered; null = nothing. */
type Reply = string | null;

const mostPages = 3;

interface Asker {
  ctx: Ctx;
  address: string;
  words: Words;
  rows: readonly SubscriberRow[];
}

/** Who replies in a loop, or machine to machine, is answered a few times; each is one of the day's texts. */
async function mayAnswer({ ctx, address }: Asker): Promise<boolean> {
  const counted = await allowMail(ctx, address, "text_replies");
  if (!counted || (await takeTexts(ctx, 1)) < 1) return false;
  return runBatch(ctx, [...counted.guards, ...counted.changes]).then(
    () => true,
    () => false,
  );
}

async function pagesOf({ ctx }: Asker, ids: readonly string[]) {
  const [pages] = await read(ctx, pagesByIds(ctx, ids.slice(0, mostPages)));
  return pages.map((page) => ({ id: page.id, ...brandOf(ctx, page) }));
}

const listed = ({ language }: Words, names: readonly string[]) =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(names);

/** Of which pages they hear, and the link by which each is changed or left. */
async function helpFor(asker: Asker): Promise<Reply> {
  const { ctx, words, rows } = asker;
  const active = rows.filter(({ state }) => state === "active");
  const pages = await pagesOf(asker, [...new Set(active.map(({ pageId }) => pageId))]);
  if (pages.length === 0) return null;
  const links = await Promise.all(
    pages.map(async ({ id, url }) => {
      const row = active.find(({ pageId }) => pageId === id) as SubscriberRow;
      return words.t("sms.settings", { link: `${url}/subscriptions/${await subscriptionToken(ctx, row)}` });
    }),
  );
  const pagesSaid = listed(
    words,
    pages.map(({ name }) => name),
  );
  return [words.t("sms.help", { pages: pagesSaid }), ...links, words.t("sms.stop")].join("\n");
}

async function startFor(asker: Asker): Promise<Result<Reply>> {
  const back = await returnEverywhere(asker.ctx, asker.address);
  if (!back.ok) return back;
  const pages = await pagesOf(asker, back.value);
  if (pages.length === 0) return ok(null);
  return ok(
    asker.words.t("sms.back", {
      pages: listed(
        asker.words,
        pages.map(({ name }) => name),
      ),
    }),
  );
}

async function stopFor({ ctx, address, words }: Asker): Promise<Result<Reply>> {
  const left = await leaveEverywhere(ctx, { address, until: ctx.now() });
  return left.ok ? ok(words.t("sms.left")) : left;
}

/**
 * A text to the deployment's number: STOP leaves every page, START takes that back, HELP says what it is and links to the
 * settings; whatever else, and whoever is not known, is not answered. Twilio's own opt-out (`OptOutType`) answers itself.
 * Failures: missing, unauthenticated, too_large.
 */
export async function takeText(given: Ctx, post: TwilioPost): Promise<Result<Reply>> {
  const ctx = as(given, { kind: "machine", id: "twilio" });
  const posted = postedByTwilio(ctx, post);
  if (!posted.ok) return posted;
  const fields = posted.value;
  const known = fields.get("OptOutType");
  const asked = smsReply(fields.get("Body") ?? "", known);
  if (asked === null) return ok(null);
  const address = await addressOfNumber(ctx, fields.get("From") ?? "");
  const [rows] = await read(ctx, subscriptionsOfAddress(ctx, address));
  const [first] = rows;
  if (!first) return ok(null);
  const asker = { ctx, address, rows, words: await readWords(ctx, first.language) };
  const acts = { stop: stopFor, start: startFor, help: async (each: Asker) => ok(await helpFor(each)) };
  const done = await acts[asked](asker);
  if (!done.ok || done.value === null || known !== null) return done.ok ? ok(null) : done;
  return (await mayAnswer(asker)) ? done : ok(null);
}
