import type { NoticeDraft } from "~/commit/commit";
import type { AccountEvent } from "~/notifications/print/account-news";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";

const noticeLifetimeMs = 7 * dayMs;

interface AccountEventDetails {
  personId: string;
  event: AccountEvent;
  /** The person's former address, to which this email goes instead of their current address. */
  address?: string;
  /** Name of the browser from which it was done, if it is a known one. */
  browser?: string | null;
}

/** Returns the notice that emails a person about their own account. */
export async function makeAccountEventNotice(
  ctx: Ctx,
  { personId, event, address, browser = null }: AccountEventDetails,
): Promise<NoticeDraft> {
  const now = ctx.now();
  const about = { kind: "account_news" as const, subjectId: ctx.id(), sequence: 0 };
  const times = { dueAt: now, expiresAt: now + noticeLifetimeMs };
  if (address === undefined)
    return { ...about, audience: "person", scope: { person_id: personId, event, browser }, ...times };
  const sealed = await ctx.secrets.seal(JSON.stringify({ address }));
  return { ...about, audience: "address", scope: { person_id: personId, event, sealed }, ...times };
}
