import type { Ctx } from "~/platform/ctx";
import { charge, roomIn } from "~/platform/meter";
import type { Opinion, PlannedMonitor, Sight } from "~/rules/monitors/monitor";
import { opinionOf } from "~/rules/monitors/sight";
import { callChecker } from "./checker";

interface Asking {
  minute: number;
  kept: number;
}

/** ms for one opinion, the way there and back with it. */
const patience = 9000;

const unheard: Sight = { verdict: "none", code: "no_answer", detail: "", milliseconds: null };

async function opinion(ctx: Ctx, monitor: PlannedMonitor, region: string, minute: number): Promise<Opinion> {
  const place = { name: `opinion-${region}`, region };
  const sight = await callChecker<Sight>(ctx, place, "opinion", { monitor }, patience);
  return opinionOf(region, minute, sight ?? unheard);
}

/**
 * What other places see of monitors that are about to turn, one subrequest each; as many as there is room for. Where
 * no other place is bound, or it cannot say, nobody is asked: an outage is never hidden by our own trouble.
 */
export async function askOthers(
  ctx: Ctx,
  monitors: readonly PlannedMonitor[],
  { minute, kept }: Asking,
): Promise<Map<string, Opinion[]>> {
  if (!ctx.bindings.CHECKER) return new Map();
  const room = roomIn(ctx.meter) - kept;
  const wanted = monitors.flatMap((monitor) => monitor.regions.map((region) => ({ monitor, region })));
  const asked = wanted.slice(0, Math.max(0, room));
  charge(ctx.meter, "subrequests", asked.length);
  const said = await Promise.all(asked.map(({ monitor, region }) => opinion(ctx, monitor, region, minute)));
  const opinions = new Map<string, Opinion[]>();
  asked.forEach(({ monitor: { id } }, index) => {
    const each = said[index];
    if (each) opinions.set(id, [...(opinions.get(id) ?? []), each]);
  });
  return opinions;
}
