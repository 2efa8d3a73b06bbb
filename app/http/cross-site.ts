import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { isSafeMethod } from "./guard";

/** The part of a request that shows its origin. */
export interface RequestProvenance {
  method: string;
  /** Header Sec-Fetch-Site, which only browsers can set. */
  fetchSite: string | null;
  /** Header Origin; the text `null` when the browser withholds it. */
  origin: string | null;
  /** Origins of this host. */
  own: readonly string[];
}

export type CrossSiteJudgement = "ours" | "foreign" | "unknown";

/** Applies the cross-site rule. `unknown` = neither header gives an origin, so that a form token is required. */
export function judgeRequestOrigin({ method, fetchSite, origin, own }: RequestProvenance): CrossSiteJudgement {
  if (isSafeMethod(method) || fetchSite === "same-origin") return "ours";
  if (fetchSite === "cross-site" || fetchSite === "same-site") return "foreign";
  if (origin === null || origin === "null") return "unknown";
  return own.includes(origin) ? "ours" : "foreign";
}

/** The part of the context that signs the token of a form. */
export type FormTokenSigner = Pick<Ctx, "actor" | "now"> & { secrets: Pick<Ctx["secrets"], "sign"> };

const bearer = (ctx: Pick<Ctx, "actor">): string => (ctx.actor.kind === "person" ? ctx.actor.sessionId : "visitor");

const signed = (ctx: Pick<Ctx, "actor">, expires: string): string => `form.${bearer(ctx)}.${expires}`;

/**
 * Returns a token for the hidden field `_token` of every form: bound to the session, valid for 24 hours, not stored.
 */
export async function makeCsrfToken(ctx: FormTokenSigner): Promise<string> {
  const expires = (ctx.now() + dayMs).toString(36);
  return `${expires}.${await ctx.secrets.sign(signed(ctx, expires))}`;
}

export async function isCsrfToken(ctx: Ctx, token: string): Promise<boolean> {
  const [expires = "", signature = ""] = token.split(".", 2);
  if (!/^[0-9a-z]{1,11}$/.test(expires) || Number.parseInt(expires, 36) <= ctx.now()) return false;
  return ctx.secrets.verify(signed(ctx, expires), signature);
}
