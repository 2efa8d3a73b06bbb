import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isLikelyBotSubmission, minFormFillMs, subscriptionFormLifetimeMs } from "./rules/form-signs";

/** Fields that a form for visitors sends besides those that visitors fill in. */
export interface BotCheckInput {
  /** A field that people do not see; only bots fill it in. */
  trap: string;
  /** Time at which the form was rendered, from `signFormTimeStamp`. */
  since: string;
  /** Value of `signResubmissionFormStamp`, on the form that must be sent manually. */
  second?: string;
  /** Checkbox on that form. */
  byHand?: string;
}

const purposes = { first: "subscribe", second: "subscribe-by-hand" } as const;
type Purpose = keyof typeof purposes;

async function stampOf(ctx: Ctx, purpose: Purpose, at: number): Promise<string> {
  const since = at.toString(36);
  return `${since}.${await ctx.secrets.sign(`${purposes[purpose]}.${since}`)}`;
}

/** Returns the age of a stamp in ms; null when this deployment did not issue it. */
async function ageOf(ctx: Ctx, purpose: Purpose, text: string): Promise<number | null> {
  const [since = "", signature = ""] = text.split(".", 2);
  if (!/^[0-9a-z]{1,11}$/.test(since)) return null;
  const isOurs = await ctx.secrets.verify(`${purposes[purpose]}.${since}`, signature);
  return isOurs ? ctx.now() - Number.parseInt(since, 36) : null;
}

/** A negative age means that a clock was ahead, so the real age is unknown. */
const isStale = (age: number) => age < 0 || age > subscriptionFormLifetimeMs;

/**
 * Returns the signed time for a hidden field, without storing anything. A form that is shown again keeps its time,
 * because correcting one word is quick.
 */
export async function signFormTimeStamp(ctx: Ctx, before = ""): Promise<string> {
  const age = await ageOf(ctx, "first", before);
  if (age === null) return stampOf(ctx, "first", ctx.now());
  return isStale(age) ? stampOf(ctx, "first", ctx.now() - minFormFillMs) : before;
}

/** Returns the stamp for the form that must be sent a second time, manually. */
export const signResubmissionFormStamp = (ctx: Ctx): Promise<string> => stampOf(ctx, "second", ctx.now());

async function isSentByHand(ctx: Ctx, { second = "", byHand = "" }: BotCheckInput): Promise<boolean> {
  const age = byHand === "" ? null : await ageOf(ctx, "second", second);
  return age !== null && !isStale(age);
}

const stale = invalidFieldFailure("", "subscriber.stale_form");
const sendByHand = invalidFieldFailure("byHand", "subscriber.by_hand", "by_hand");

/**
 * Checks that a person sent the form. A doubtful form is not dropped: the sender must send it a second time, manually.
 * Failures: invalid (`by_hand`).
 */
export async function checkSentByPerson(ctx: Ctx, sent: BotCheckInput): Promise<Result<null>> {
  if (await isSentByHand(ctx, sent)) return ok(null);
  const age = await ageOf(ctx, "first", sent.since);
  if (age !== null && isStale(age)) return stale;
  return isLikelyBotSubmission({ age, isTrapped: sent.trap !== "" }) ? sendByHand : ok(null);
}

/** Checks the same for a form whose endpoint verifies itself; its age alone is no reason for doubt. */
export async function checkSentByBrowser(ctx: Ctx, sent: BotCheckInput): Promise<Result<null>> {
  const by = await checkSentByPerson(ctx, sent);
  const isByTimeAlone = !by.ok && by.failure === sendByHand.failure && sent.trap === "";
  return isByTimeAlone ? ok(null) : by;
}
