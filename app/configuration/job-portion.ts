import type { Ctx } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { OverBudgetError, remainingMeterBudget, withReservedBudget } from "~/platform/meter";
import { LostRaceError } from "~/platform/trouble";
import { firstWorkUnitRetryDelayMs } from "~/time/units";
import { readJobMakerRights } from "./actor-today";
import { commitConfigurationStepRecords, configurationJobAfterSteps, recordingStatementCount } from "./job-record";
import { type ConfigurationStepRecord, runConfigurationJobStep } from "./job-step";
import type { ConfigurationJobKnowledge } from "./job-values";
import type { ConfigurationJobRow } from "./queries/configuration-job";
import type { PlannedChange } from "./rules/configuration-types";

/** Most changes that are recorded together, and for which the rights of the job's maker are read once. */
const maxStepsOfPortion = 20;

/** Statements that read the rights of a job's maker. */
export const statementsPerRightsRead = 2;

/** Room into which the step of any noun fits. */
export const statementsPerConfigurationStep = 24;

/** Room with which a further step begins; one that does not fit is left to the next invocation. */
const statementsOfNextStep = 10;

export interface ConfigurationJobPortion {
  job: ConfigurationJobRow;
  /** True when nothing more can be done now. */
  isAway: boolean;
}

/** The end of the steps of a portion: at its end, without room or time, or with a failure. */
type StepsEnd = "whole" | "full" | "failed";

interface TakenStepRecords {
  records: readonly ConfigurationStepRecord[];
  end: StepsEnd;
}

interface Round {
  known: ConfigurationJobKnowledge;
  until: number;
  /** True until the round has recorded a step. */
  isFirst: boolean;
}

const isOver = ({ state, position }: ConfigurationJobRow, { work }: ConfigurationJobKnowledge): boolean =>
  state !== "applying" || position >= work.changes.length;

/** The first step of a round always begins: it was foreseen when the round began. */
function hasRoom(
  ctx: Ctx,
  { until, isFirst }: Round,
  records: readonly ConfigurationStepRecord[],
  room: number,
): boolean {
  if (isFirst && records.length === 0) return true;
  return remainingMeterBudget(ctx.meter) >= statementsOfNextStep + room && ctx.now() < until;
}

/** True for a change after which the file forgets a key. */
const mayForget = ({ action, was }: PlannedChange): boolean => action === "remove" || was !== undefined;

const hasRoomForPortion = (ctx: Ctx, { until }: Round): boolean =>
  remainingMeterBudget(ctx.meter) >= statementsPerRightsRead + statementsOfNextStep + 2 * recordingStatementCount([]) &&
  ctx.now() < until;

/** A change that failed before is recorded by itself, so that no other is given up in its place. */
const portionSize = ({ tries }: ConfigurationJobRow): number => (tries > 1 ? 1 : maxStepsOfPortion);

/** A verb may answer that it is overloaded instead of throwing; a further step has a whole invocation in the next round. */
const isOutOfRoom = ({ meter }: Ctx, error: unknown): boolean =>
  error instanceof OverBudgetError || remainingMeterBudget(meter) < statementsPerConfigurationStep;

/** Takes steps without recording them. The rights on a page that a step has made are read before the next. */
async function takeSteps(ctx: Ctx, job: ConfigurationJobRow, round: Round): Promise<TakenStepRecords> {
  const { known } = round;
  const records: ConfigurationStepRecord[] = [];
  const today = await readJobMakerRights(ctx, job.actor, Object.values(job.pageIds));
  for (
    let after = job;
    records.length < portionSize(job) && !isOver(after, known);
    after = configurationJobAfterSteps(job, records)
  ) {
    const change = known.work.changes[after.position];
    if (!change) break;
    const room = recordingStatementCount(records) + (mayForget(change) ? 2 : 0);
    if (!hasRoom(ctx, round, records, room)) return { records, end: "full" };
    const take = () => runConfigurationJobStep(ctx, after, known, { change, today });
    try {
      records.push(await withReservedBudget(ctx.meter, room, take));
    } catch (error) {
      const isFull = (!round.isFirst || records.length > 0) && isOutOfRoom(ctx, error);
      if (!isFull) ctx.log.error("configuration.step", error, { job: job.id, position: after.position });
      return { records, end: isFull ? "full" : "failed" };
    }
    if (records.at(-1)?.columns.pageIds !== undefined) break;
    await yieldToRequests(ctx);
  }
  return { records, end: "whole" };
}

/**
 * Makes the next changes of a job, and stores that it is behind them. While the round goes on no other runner begins
 * the job. A first step that fails was counted before it began, and another one is moved back here.
 */
export async function runConfigurationJobPortion(
  ctx: Ctx,
  job: ConfigurationJobRow,
  round: Round,
): Promise<ConfigurationJobPortion> {
  const { records, end } = await takeSteps(ctx, job, round);
  if (records.length === 0 && end === "failed" && round.isFirst) return { job, isAway: true };
  const isOverNow = isOver(configurationJobAfterSteps(job, records), round.known);
  const goesOn = end === "whole" && !isOverNow && hasRoomForPortion(ctx, round);
  const later = ctx.now() + firstWorkUnitRetryDelayMs;
  const moved = { tries: end === "failed" ? 1 : 0, notBefore: goesOn || end === "failed" ? later : 0 };
  try {
    const after = await commitConfigurationStepRecords(ctx, job, records, moved);
    return { job: after, isAway: !goesOn && !isOverNow };
  } catch (error) {
    if (error instanceof LostRaceError) return { job, isAway: true };
    throw error;
  }
}
