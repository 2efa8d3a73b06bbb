import type { Need } from "~/ingest/contract";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, onePerDeployment } from "~/platform/isolate";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { needCode } from "./delivery-parts";

/** By address: certificates, which never change under theirs. */
const memoryOf = onePerDeployment(() => new BoundedMap<string, string>(50));

const mostBytes = 16_384;

function isPinned({ url, hosts }: Need): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  return protocol === "https:" && port === "" && `${username}${password}` === "" && hosts.test(hostname);
}

/** The text at the one address that a delivery needs, of the hosts of its kind alone. */
export async function fetchNeed(ctx: Ctx, need: Need): Promise<Result<string>> {
  if (!isPinned(need)) return fail({ name: "unauthenticated", code: "bad_signature" });
  const kept = memoryOf(ctx).get(need.url);
  if (kept !== undefined) return ok(kept);
  const answer = await ctx.outbound.fetch({ url: need.url, timeout: 5000, maxBytes: mostBytes });
  if (!answer.ok || answer.status < 200 || answer.status > 299 || answer.truncated) {
    ctx.log.error("ingest.need_failed", answer.ok ? answer.status : answer.code);
    return fail({ name: "overloaded", retryAfter: 30, code: needCode });
  }
  if (need.keep) memoryOf(ctx).set(need.url, answer.text);
  return ok(answer.text);
}
