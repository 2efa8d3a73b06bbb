import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { charge, roomIn } from "~/platform/meter";
import { inEnglish } from "~/rules/failures/refusal";
import type { Opinion, PlannedMonitor, Sight } from "~/rules/monitors/monitor";
import { opinionPlace } from "~/rules/monitors/opinion-place";
import { opinionOf } from "~/rules/monitors/sight";
import { inHands } from "./hands";

interface Asking {
  minute: number;
  kept: number;
}

/** A monitor that is about to turn, and the shard that watches it. */
export interface Turning {
  monitor: PlannedMonitor;
  shardId: string;
}

/** ms for one opinion, the way there and back with it. */
const patience = 9000;
/** ms after which no further one is asked: what nobody was asked about turns by what was seen here. */
const asking = 9000;

const unheard: Sight = { verdict: "none", code: "no_answer", detail: inEnglish(""), milliseconds: null };

interface Question extends Turning {
  region: string;
}

async function opinion(ctx: Ctx, { monitor, shardId, region }: Question, minute: number): Promise<Opinion> {
  const place = { name: opinionPlace(region, shardId), region };
  const sight = await callChecker<Sight>(ctx, place, "opinion", { monitor }, patience);
  return opinionOf(region, minute, sight ?? unheard);
}

/**
 * What other places see of monitors that are about to turn, one subrequest each, six at once; as many as there is room for.
 * Where no other place is bound, or it cannot say, nobody is asked: an outage is never hidden by our own trouble.
 */
export async function askOthers(
  ctx: Ctx,
  turning: readonly Turning[],
  { minute, kept }: Asking,
): Promise<Map<string, Opinion[]>> {
  if (!ctx.bindings.CHECKER) return new Map();
  const until = ctx.now() + asking;
  const wanted = turning.flatMap((each) => each.monitor.regions.map((region) => ({ ...each, region })));
  const opinions = new Map<string, Opinion[]>();
  const ask = (question: Question) => async () => {
    if (roomIn(ctx.meter) - kept <= 0 || ctx.now() > until) return false;
    charge(ctx.meter, "subrequests", 1);
    const { id } = question.monitor;
    const said = await opinion(ctx, question, minute);
    opinions.set(id, [...(opinions.get(id) ?? []), said]);
    return true;
  };
  await inHands(wanted.map(ask));
  return opinions;
}
