import { recordSecurityEvent } from "~/audit/security/security-event";
import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import { networkPrefix } from "~/net/network-prefix";
import { passphraseLockBySlugQuery } from "~/pages/queries/page";
import { unlockPageInputSchema } from "~/pages/rules/input";
import { pageKeySigningText } from "~/pages/rules/page-door";
import { normalisePassphrase } from "~/people/rules/passphrase";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { minuteMs } from "~/time/durations";

const minutes = 10;
const limiter = makeRateLimiter(minutes * minuteMs);
/** Attempts in ten minutes: by one network, by one network on one page, and by all networks on one page. */
const limits = { network: 40, here: 10, page: 600 };

/**
 * Counters in the order in which they are checked, up to the first refusal: attempts beyond a network's own limits do
 * not count against the page's limit.
 */
const countedAs = (network: string, slug: string): [key: string, limit: number][] => [
  [`network ${network}`, limits.network],
  [`at ${network} ${slug}`, limits.here],
  [`page ${slug}`, limits.page],
];

export interface UnlockedPageKey {
  pageId: string;
  /** For this reader's keyring; valid until the passphrase changes. */
  key: string;
}

const wrong = fail({ name: "invalid", fields: { passphrase: englishText("wrong") } });

/**
 * Returns the key to a page for a reader who knows its passphrase. The answer does not reveal whether the address has a
 * page, nor whether a passphrase opens it. Failures: invalid, limited.
 */
export async function unlockPage(
  ctx: Ctx,
  given: { slug: string; passphrase: string; clientAddress: string },
): Promise<Result<UnlockedPageKey>> {
  const parsed = unlockPageInputSchema.safeParse(given);
  if (!parsed.success) return wrong;
  const { slug, passphrase } = parsed.data;
  const counted = countedAs(networkPrefix(given.clientAddress), slug);
  for (const [key, limit] of counted) {
    const { allowed, retryAfter } = limiter.take(key, limit, ctx.now());
    if (!allowed) return fail({ name: "limited", retryAfter });
  }
  const [hash, [[lock]]] = await Promise.all([
    ctx.secrets.hash(normalisePassphrase(passphrase)),
    readBatch(ctx, passphraseLockBySlugQuery(ctx, slug)),
  ]);
  if (!lock || lock.hash !== hash) {
    recordSecurityEvent(ctx, "bad_passphrase", { from: given.clientAddress });
    return wrong;
  }
  for (const [key] of counted) limiter.giveBack(key);
  return ok({ pageId: lock.id, key: await ctx.secrets.sign(pageKeySigningText(lock.id, lock.generation)) });
}
