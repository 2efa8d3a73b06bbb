import type { Ctx } from "~/platform/ctx";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import type { MonitorKind } from "../contract/contract";
import {
  createGlobalpingMeasurement,
  globalpingResultUrl,
  readGlobalpingMeasurement,
} from "../contract/globalping/api";
import type { PublicProbeCheck } from "../contract/globalping/question";
import {
  noProbeCapacityResult,
  probeCheckResult,
  probeNotNeededResult,
  resultWithoutVote,
} from "../contract/globalping/votes";
import { monitorKindOf } from "../kinds/known-kinds";
import { isVerdictVoteOpen, type VerdictChange } from "../rules/judge";
import type {
  MonitorCheckResult,
  MonitorStateRecord,
  PlannedMonitor,
  ProbeMeasurement,
  SecondOpinion,
} from "../rules/monitor";
import { awaitedProbeOpinions, decideProbeStep, probeOpinions } from "../rules/probes";
import { runTasksInParallel } from "./hands";
import { openMonitorSettingsOnce } from "./run-checks";

/** A monitor whose state is about to change, with its known state. */
export interface MonitorToProbe {
  monitor: PlannedMonitor;
  state: MonitorStateRecord | undefined;
  turn: VerdictChange;
  /** Our own sight of it. */
  sight: MonitorCheckResult;
}

interface ProbeContext {
  minute: number;
  /** Statements and subrequests reserved for other work than asking. */
  kept: number;
  /** The encrypted token; null when none is set, so that there are no probes. */
  tokenSealed: string | null;
}

/** The probes' opinions of one monitor, and the measurement that is yet to be read. */
interface ProbeAnswer {
  opinions: SecondOpinion[];
  asked: ProbeMeasurement | null;
}

/** Longest duration of one call, in ms. */
const callTimeoutMs = 8000;

/**
 * Returns the probes' way to check the monitor; null when they cannot, or could neither confirm nor refute our finding.
 */
async function lookOf(ctx: Ctx, { monitor, sight }: MonitorToProbe): Promise<PublicProbeCheck | null> {
  if ((monitor.continents ?? []).length === 0) return null;
  const kind: MonitorKind | null = monitorKindOf(monitor.kind);
  const settings = kind?.publicLook && (await openMonitorSettingsOnce(ctx, monitor));
  const look = settings ? (kind?.publicLook?.(settings) ?? null) : null;
  return look?.covers(sight) ? look : null;
}

interface ProbeRequest extends MonitorToProbe {
  look: PublicProbeCheck;
  token: string;
}

async function created(ctx: Ctx, { monitor, look, token }: ProbeRequest, minute: number): Promise<ProbeAnswer> {
  const continents = monitor.continents ?? [];
  const made = await createGlobalpingMeasurement({ outbound: ctx.outbound("team"), timeout: callTimeoutMs }, token, {
    question: look.question,
    continents,
  });
  if (made.ok) return { opinions: awaitedProbeOpinions(monitor, minute), asked: { id: made.id, minute } };
  ctx.log.warn("globalping.create", { monitor: monitor.id, code: made.code });
  return { opinions: probeOpinions(monitor, minute, () => resultWithoutVote(made)), asked: null };
}

async function answered(
  ctx: Ctx,
  { monitor, look }: ProbeRequest,
  { id, minute }: ProbeMeasurement,
): Promise<ProbeAnswer> {
  const read = await readGlobalpingMeasurement({ outbound: ctx.outbound("team"), timeout: callTimeoutMs }, id);
  if (!read.ok) {
    ctx.log.warn("globalping.read", { monitor: monitor.id, code: read.code });
    return { opinions: probeOpinions(monitor, minute, () => resultWithoutVote(read)), asked: null };
  }
  const seen = probeOpinions(monitor, minute, (continent) => probeCheckResult(look, read.results, continent));
  return { opinions: seen.map((each) => ({ ...each, link: globalpingResultUrl(id) })), asked: null };
}

/** Requests or reads the probes of one monitor: at most one call, and none when the budget does not allow it. */
async function probed(ctx: Ctx, given: ProbeRequest, { minute, kept }: ProbeContext): Promise<ProbeAnswer> {
  const { monitor, state, turn } = given;
  const next = decideProbeStep(monitor, state ?? { opinions: [] }, { at: turn.at, minute });
  if (next.step === "keep") return { opinions: next.opinions, asked: null };
  const nothing = { opinions: probeOpinions(monitor, minute, () => noProbeCapacityResult), asked: null };
  if (remainingMeterBudget(ctx.meter) - kept <= 0) return nothing;
  try {
    return await (next.step === "read" ? answered(ctx, given, next) : created(ctx, given, minute));
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error;
    return nothing;
  }
}

export interface ProbeOpinions {
  opinions: Map<string, SecondOpinion[]>;
  asked: Map<string, ProbeMeasurement>;
}

/**
 * Adds the opinions of Globalping's probes for monitors that other places leave undecided. A measurement is two calls:
 * requested in one minute and read in a later one.
 */
export async function askGlobalpingProbes(
  ctx: Ctx,
  turning: readonly MonitorToProbe[],
  regional: ReadonlyMap<string, SecondOpinion[]>,
  asking: ProbeContext,
): Promise<ProbeOpinions> {
  const asks: ProbeOpinions = { opinions: new Map(regional), asked: new Map() };
  const wanting = turning.filter(({ monitor }) => (monitor.continents ?? []).length > 0);
  if (asking.tokenSealed === null || wanting.length === 0) return asks;
  const token = await ctx.secrets.open(asking.tokenSealed);
  if (token === null) ctx.log.warn("globalping.unreadable");
  if (token === null) return asks;
  const ask = (each: MonitorToProbe) => async () => {
    const { id, agree = null } = each.monitor;
    const look = await lookOf(ctx, each);
    if (!look) return true;
    const heard = regional.get(id) ?? [];
    const open = isVerdictVoteOpen(each.turn, {
      opinions: [...heard, ...awaitedProbeOpinions(each.monitor, asking.minute)],
      agree,
    });
    const { opinions, asked } = open
      ? await probed(ctx, { ...each, look, token }, asking)
      : { opinions: probeOpinions(each.monitor, asking.minute, () => probeNotNeededResult), asked: null };
    asks.opinions.set(id, [...heard, ...opinions]);
    if (asked) asks.asked.set(id, asked);
    return true;
  };
  await runTasksInParallel(wanting.map(ask));
  return asks;
}
