import type { Ctx } from "~/platform/ctx";
import { isSafe } from "./guard";

/** What a request says about where it comes from. */
export interface Provenance {
  method: string;
  /** Header Sec-Fetch-Site, which only browsers can set. */
  fetchSite: string | null;
  /** Header Origin; `null` as text when the browser keeps it to itself. */
  origin: string | null;
  /** Origins that are this very host. */
  own: readonly string[];
}

export type Judgement = "ours" | "foreign" | "unknown";

/** The cross-site rule. `unknown` = neither header says anything: only a form token helps. */
export function judge({ method, fetchSite, origin, own }: Provenance): Judgement {
  if (isSafe(method) || fetchSite === "same-origin") return "ours";
  if (fetchSite === "cross-site" || fetchSite === "same-site") return "foreign";
  if (origin === null || origin === "null") return "unknown";
  return own.includes(origin) ? "ours" : "foreign";
}

const day = 86_400_000;

const bearer = (ctx: Ctx): string => (ctx.actor.kind === "person" ? ctx.actor.sessionId : "visitor");

const signed = (ctx: Ctx, expires: string): string => `form.${bearer(ctx)}.${expires}`;

/** For the hidden field `_token` of every form: bound to the session, good for 24 hours, nothing stored. */
export async function formToken(ctx: Ctx): Promise<string> {
  const expires = (ctx.now() + day).toString(36);
  return `${expires}.${await ctx.secrets.sign(signed(ctx, expires))}`;
}

export async function isFormToken(ctx: Ctx, token: string): Promise<boolean> {
  const [expires = "", signature = ""] = token.split(".", 2);
  if (!/^[0-9a-z]{1,11}$/.test(expires) || Number.parseInt(expires, 36) <= ctx.now()) return false;
  return ctx.secrets.verify(signed(ctx, expires), signature);
}
