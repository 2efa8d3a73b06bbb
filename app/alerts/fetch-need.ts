import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import type { SourceFetchRequirement } from "~/sources/contract/contract";
import { notVerifiableRefusalCode } from "./delivery-parts";

/** Certificates by address; the content at an address never changes. */
const memoryOf = oncePerDeployment(() => new BoundedMap<string, string>(50));

const mostBytes = 16_384;

/**
 * True when the address is exactly of the needed kind; one that parses to another spelling than was compared is not.
 */
function isPinned({ url, pinned }: SourceFetchRequirement): boolean {
  const read = URL.parse(url);
  if (read?.href !== url || read.protocol !== "https:") return false;
  return `${read.port}${read.username}${read.password}${read.hash}` === "" && pinned.test(url);
}

const comeAgain = fail({ name: "overloaded", retryAfter: 30, code: notVerifiableRefusalCode });

/**
 * Fetches the one address that a delivery needs, only if it is of the kind's pinned form, because the sender chose it.
 */
export async function fetchRequiredDocument(ctx: Ctx, need: SourceFetchRequirement): Promise<Result<string>> {
  if (!isPinned(need)) return fail({ name: "unauthenticated", code: "bad_signature" });
  const kept = memoryOf(ctx).get(need.url);
  if (kept !== undefined) return ok(kept);
  const answer = await ctx.outbound("visitor").fetch({ url: need.url, timeout: 5000, maxBytes: mostBytes });
  if (!answer.ok || answer.status < 200 || answer.status > 299 || answer.truncated) {
    ctx.log.error("ingest.need_failed", answer.ok ? answer.status : answer.code);
    return comeAgain;
  }
  if (need.isUsable?.(answer.text) === false) {
    ctx.log.error("ingest.need_failed", "unusable");
    return comeAgain;
  }
  if (need.keep) memoryOf(ctx).set(need.url, answer.text);
  return ok(answer.text);
}
