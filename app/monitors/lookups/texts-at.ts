import { parseTxtRecords } from "~/pages/rules/host-proof";
import type { Ctx } from "~/platform/ctx";

/**
 * Returns the TXT records at a name from the configured resolver, never from the current request. Null when it does not
 * answer.
 */
export async function lookUpTxtRecords(ctx: Ctx, name: string): Promise<string[] | null> {
  const url = new URL(ctx.config.resolver);
  url.searchParams.set("name", name);
  url.searchParams.set("type", "TXT");
  const headers = { accept: "application/dns-json" };
  const answer = await ctx.outbound("team").fetch({ url: url.href, headers, timeout: 5000 });
  return answer.ok && answer.status === 200 ? parseTxtRecords(answer.text) : null;
}
