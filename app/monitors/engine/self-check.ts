import type { Ctx } from "~/platform/ctx";
import { leaving, OverBudget } from "~/platform/meter";
import type { Sight } from "../rules/monitor";
import { noNetwork } from "../rules/sight";

/** Statements that are left to whoever writes down what was seen. */
const keeping = 15;

/** The address itself, for whoever asks it; null = none is set, or it was sealed with a secret that is gone. */
export async function openSelfCheck(ctx: Ctx, sealed: string | null): Promise<string | null> {
  if (sealed === null) return null;
  const url = await ctx.secrets.open(sealed);
  if (url === null) ctx.log.warn("self_check.unreadable");
  return url;
}

/** Why the address of our own choice does not answer; null = it does. What there is no room to find out is trouble, too. */
async function networkTrouble({ outbound, meter }: Ctx, url: string, kept: number): Promise<string | null> {
  const asked = { url, timeout: 5000, redirects: 3, maxBytes: 1024 };
  try {
    const answer = await leaving(meter, kept, () => outbound("team").fetch(asked));
    return answer.ok ? null : answer.code;
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return "over_budget";
  }
}

/** When something is not well, whether it is us: then nobody knows anything (the issue is ours, not theirs). */
export async function withoutUs(
  ctx: Ctx,
  sights: Map<string, Sight>,
  url: string | null,
  kept = keeping,
): Promise<Map<string, Sight>> {
  if (url === null || [...sights.values()].every((each) => each.verdict === "up" || each.verdict === "none"))
    return sights;
  const code = await networkTrouble(ctx, url, kept);
  if (code === null) return sights;
  ctx.log.warn("monitors.no_network", { code });
  return new Map([...sights.keys()].map((id) => [id, noNetwork]));
}
