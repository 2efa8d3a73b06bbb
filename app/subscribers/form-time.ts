import { invalid, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { fastest, formGood, looksSentByProgram } from "./rules/form-signs";

/** What a form for visitors carries besides what they type. */
export interface FormSent {
  /** A field that people do not see. */
  trap: string;
  /** When it was made: of `formTime`. */
  since: string;
  /** Of `secondTry`, where it is the form that is to be sent by hand. */
  second?: string;
  /** The box on that form. */
  byHand?: string;
}

const purposes = { first: "subscribe", second: "subscribe-by-hand" } as const;
type Purpose = keyof typeof purposes;

async function stampOf(ctx: Ctx, purpose: Purpose, at: number): Promise<string> {
  const since = at.toString(36);
  return `${since}.${await ctx.secrets.sign(`${purposes[purpose]}.${since}`)}`;
}

/** How old a stamp is, in ms; null = it is none of ours. */
async function ageOf(ctx: Ctx, purpose: Purpose, text: string): Promise<number | null> {
  const [since = "", signature = ""] = text.split(".", 2);
  if (!/^[0-9a-z]{1,11}$/.test(since)) return null;
  const isOurs = await ctx.secrets.verify(`${purposes[purpose]}.${since}`, signature);
  return isOurs ? ctx.now() - Number.parseInt(since, 36) : null;
}

/** Made by a clock that was ahead, its age is not known. */
const isStale = (age: number) => age < 0 || age > formGood;

/**
 * For a hidden field: when the form was made, so that nobody can say otherwise. Nothing is stored. A form that comes back
 * with its own is as old as it was: whoever mends one word of it is quick.
 */
export async function formTime(ctx: Ctx, before = ""): Promise<string> {
  const age = await ageOf(ctx, "first", before);
  if (age === null) return stampOf(ctx, "first", ctx.now());
  return isStale(age) ? stampOf(ctx, "first", ctx.now() - fastest) : before;
}

/** For the form that asks for a second try by hand. */
export const secondTry = (ctx: Ctx): Promise<string> => stampOf(ctx, "second", ctx.now());

async function isSentByHand(ctx: Ctx, { second = "", byHand = "" }: FormSent): Promise<boolean> {
  const age = byHand === "" ? null : await ageOf(ctx, "second", second);
  return age !== null && !isStale(age);
}

const stale = invalid("", "subscriber.stale_form");
const sendByHand = invalid("byHand", "subscriber.by_hand", "by_hand");

/** Whether a form came as people send them. Nobody is dropped: who is doubted is asked to send it by hand. Failures: invalid (`by_hand`). */
export async function sentByPerson(ctx: Ctx, sent: FormSent): Promise<Result<null>> {
  if (await isSentByHand(ctx, sent)) return ok(null);
  const age = await ageOf(ctx, "first", sent.since);
  if (age !== null && isStale(age)) return stale;
  return looksSentByProgram({ age, isTrapped: sent.trap !== "" }) ? sendByHand : ok(null);
}

/** The same of a form whose endpoint proves itself: its time alone says nothing. */
export async function sentByBrowser(ctx: Ctx, sent: FormSent): Promise<Result<null>> {
  const by = await sentByPerson(ctx, sent);
  const isByTimeAlone = !by.ok && by.failure === sendByHand.failure && sent.trap === "";
  return isByTimeAlone ? ok(null) : by;
}
