import { inEnglish } from "~/failures/refusal";
import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { charge, roomIn } from "~/platform/meter";
import type { Opinion, PlannedMonitor, Sight } from "../rules/monitor";
import { opinionPlace } from "../rules/opinion-place";
import { callsOfCheck } from "../rules/shards-together";
import { opinionOf } from "../rules/sight";
import { inHands } from "./hands";

interface Asking {
  minute: number;
  /** So many statements and subrequests are not for questions. */
  kept: number;
  /** The address that tells a place whether its own network works. */
  selfCheck: string | null;
}

/** A monitor that is about to turn, and the shard that watches it. */
export interface Turning {
  monitor: PlannedMonitor;
  shardId: string;
}

/** ms for one answer, the way there and back with it. */
const patience = 9000;
/** ms after which no further place is asked. */
const asking = 9000;
/** So many are looked at in one call: with all the calls that they can make, they fit into what Free gives that invocation. */
const together = Math.floor(37 / callsOfCheck);

const unheard = (code: string): Sight => ({ verdict: "none", code, detail: inEnglish(""), milliseconds: null });

/** One call: monitors of one shard that one region is asked about. */
interface Question {
  shardId: string;
  region: string;
  monitors: readonly PlannedMonitor[];
}

/** What one call asks; of a shard the first few monitors in all their regions, then the next ones. */
function questionsOf(turning: readonly Turning[]): Question[] {
  return [...Map.groupBy(turning, ({ shardId }) => shardId)].flatMap(([shardId, given]) =>
    Array.from({ length: Math.ceil(given.length / together) }, (_, index) => {
      const some = given.slice(index * together, (index + 1) * together).map(({ monitor }) => monitor);
      return [...new Set(some.flatMap(({ regions }) => regions))].map((region) => ({
        shardId,
        region,
        monitors: some.filter(({ regions }) => regions.includes(region)),
      }));
    }).flat(),
  );
}

/** By monitor, what that region sees; null when nobody answers. */
const looked = (ctx: Ctx, { shardId, region, monitors }: Question, selfCheck: string | null) =>
  callChecker<Record<string, Sight>>(
    ctx,
    { name: opinionPlace(region, shardId), region },
    "opinion",
    { monitors, selfCheck },
    patience,
  );

/**
 * What other places see of monitors that are about to turn, one subrequest a region for four monitors of a shard; as many as
 * there is room for. A place that was not asked, or does not answer, is in it without a vote. Where no other place is bound
 * there are none.
 */
export async function askOthers(
  ctx: Ctx,
  turning: readonly Turning[],
  { minute, kept, selfCheck }: Asking,
): Promise<Map<string, Opinion[]>> {
  if (!ctx.bindings.CHECKER) return new Map();
  const until = ctx.now() + asking;
  const heard = new Map<string, Sight>();
  const ask = (question: Question) => async () => {
    if (roomIn(ctx.meter) - kept <= 0 || ctx.now() > until) return false;
    charge(ctx.meter, "subrequests", 1);
    const sights = await looked(ctx, question, selfCheck);
    for (const { id } of question.monitors) {
      heard.set(`${id} ${question.region}`, sights?.[id] ?? unheard("no_answer"));
    }
    return true;
  };
  await inHands(questionsOf(turning).map(ask));
  const opinions = ({ id, regions }: PlannedMonitor) =>
    regions.map((region) => opinionOf(region, minute, heard.get(`${id} ${region}`) ?? unheard("not_asked")));
  return new Map(turning.map(({ monitor }) => [monitor.id, opinions(monitor)]));
}
