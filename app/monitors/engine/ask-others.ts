import { englishText } from "~/failures/refusal";
import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { chargeMeter, remainingMeterBudget } from "~/platform/meter";
import type { MonitorCheckResult, PlannedMonitor, SecondOpinion } from "../rules/monitor";
import { regionCheckerName } from "../rules/opinion-place";
import { maxCallsPerCheck } from "../rules/shards-together";
import { opinionOfResult } from "../rules/sight";
import { runTasksInParallel } from "./hands";

interface OpinionContext {
  minute: number;
  /** Statements and subrequests reserved for other work than asking. */
  kept: number;
  /** The address by which a place checks its own network. */
  selfCheck: string | null;
}

/** A monitor whose state is about to change, with its shard. */
export interface ChangingMonitor {
  monitor: PlannedMonitor;
  shardId: string;
}

/** Longest wait for one response, in ms, including the way there and back. */
const answerTimeoutMs = 9000;
/** Time after which no further place is asked, in ms. */
const maxAskingMs = 9000;
/**
 * Number of monitors in one call. With their maximum number of calls, they fit into the subrequests of an invocation on
 * the Free plan.
 */
const together = Math.floor(37 / maxCallsPerCheck);

const unheard = (code: string): MonitorCheckResult => ({
  verdict: "none",
  code,
  detail: englishText(""),
  milliseconds: null,
});

/** One call: the monitors of one shard for one region. */
interface RegionQuestion {
  shardId: string;
  region: string;
  monitors: readonly PlannedMonitor[];
}

/** Returns the calls: the first few monitors of each shard in all their regions, then the next ones. */
function questionsOf(turning: readonly ChangingMonitor[]): RegionQuestion[] {
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

/** Returns that region's opinion of each monitor, by id; null without a response. */
const looked = (ctx: Ctx, { shardId, region, monitors }: RegionQuestion, selfCheck: string | null) =>
  callChecker<Record<string, MonitorCheckResult>>(
    ctx,
    { name: regionCheckerName(region, shardId), region },
    "opinion",
    { monitors, selfCheck },
    answerTimeoutMs,
  );

/**
 * Returns other places' opinions of monitors that are about to change state: one subrequest per region for four
 * monitors of a shard, as far as the budget allows. A place without a response has no vote. Empty when no checker is
 * bound.
 */
export async function askOtherRegions(
  ctx: Ctx,
  turning: readonly ChangingMonitor[],
  { minute, kept, selfCheck }: OpinionContext,
): Promise<Map<string, SecondOpinion[]>> {
  if (!ctx.bindings.CHECKER) return new Map();
  const until = ctx.now() + maxAskingMs;
  const heard = new Map<string, MonitorCheckResult>();
  const ask = (question: RegionQuestion) => async () => {
    if (remainingMeterBudget(ctx.meter) - kept <= 0 || ctx.now() > until) return false;
    chargeMeter(ctx.meter, "subrequests", 1);
    const sights = await looked(ctx, question, selfCheck);
    for (const { id } of question.monitors) {
      heard.set(`${id} ${question.region}`, sights?.[id] ?? unheard("no_answer"));
    }
    return true;
  };
  await runTasksInParallel(questionsOf(turning).map(ask));
  const opinions = ({ id, regions }: PlannedMonitor) =>
    regions.map((region) => opinionOfResult(region, minute, heard.get(`${id} ${region}`) ?? unheard("not_asked")));
  return new Map(turning.map(({ monitor }) => [monitor.id, opinions(monitor)]));
}
