import type { Ctx } from "~/platform/ctx";
import { OverBudgetError, withReservedBudget } from "~/platform/meter";
import type { MonitorCheckResult } from "../rules/monitor";
import { noNetworkResult } from "../rules/sight";

/** Statements reserved for writing the sights. */
const keptStatements = 15;

/** Returns the address; null when none is set, or when it was encrypted with a secret that no longer exists. */
export async function openSelfCheckUrl(ctx: Ctx, sealed: string | null): Promise<string | null> {
  if (sealed === null) return null;
  const url = await ctx.secrets.open(sealed);
  if (url === null) ctx.log.warn("self_check.unreadable");
  return url;
}

/**
 * Returns the reason why the operator's address does not respond; null when it does. An exhausted budget counts as no
 * response, too.
 */
async function networkTrouble({ outbound, meter }: Ctx, url: string, kept: number): Promise<string | null> {
  const asked = { url, timeout: 5000, redirects: 3, maxBytes: 1024 };
  try {
    const answer = await withReservedBudget(meter, kept, () => outbound("team").fetch(asked));
    return answer.ok ? null : answer.code;
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error;
    return "over_budget";
  }
}

/** Replaces the sights by unknown when our own network is at fault, which is checked when any of them is not up. */
export async function replaceResultsOfOwnOutage(
  ctx: Ctx,
  sights: Map<string, MonitorCheckResult>,
  url: string | null,
  kept = keptStatements,
): Promise<Map<string, MonitorCheckResult>> {
  if (url === null || [...sights.values()].every((each) => each.verdict === "up" || each.verdict === "none"))
    return sights;
  const code = await networkTrouble(ctx, url, kept);
  if (code === null) return sights;
  ctx.log.warn("monitors.no_network", { code });
  return new Map([...sights.keys()].map((id) => [id, noNetworkResult]));
}
