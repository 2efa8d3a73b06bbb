import type { Ctx } from "~/platform/ctx";
import { OverBudget, roomIn } from "~/platform/meter";
import type { MonitorKind } from "../contract/contract";
import { createMeasurement, readMeasurement, resultAddress } from "../contract/globalping/api";
import type { PublicLook } from "../contract/globalping/question";
import { noNeed, noRoom, voteless, voteOf } from "../contract/globalping/votes";
import { monitorKindOf } from "../kinds/known-kinds";
import { isOpen, type VerdictTurn } from "../rules/judge";
import type { MonitorState, Opinion, PlannedMonitor, ProbeMeasurement, Sight } from "../rules/monitor";
import { awaitedOpinions, probeOpinions, probeStep } from "../rules/probes";
import { inHands } from "./hands";
import { settingsOf } from "./run-checks";

/** A monitor whose state is about to change, with its known state. */
export interface ProbeCandidate {
  monitor: PlannedMonitor;
  state: MonitorState | undefined;
  turn: VerdictTurn;
  /** Our own sight of it. */
  sight: Sight;
}

interface ProbeContext {
  minute: number;
  /** Statements and subrequests reserved for other work than asking. */
  kept: number;
  /** The token, sealed; null when none is set, so there are no probes. */
  tokenSealed: string | null;
}

/** The probes' opinions of one monitor, and the measurement that is yet to be read. */
interface ProbeAnswer {
  opinions: Opinion[];
  asked: ProbeMeasurement | null;
}

/** Longest duration of one call, in ms. */
const callTimeoutMs = 8000;

/**
 * Returns the probes' way to check the monitor; null when they cannot, or could neither confirm nor refute our finding.
 */
async function lookOf(ctx: Ctx, { monitor, sight }: ProbeCandidate): Promise<PublicLook | null> {
  if ((monitor.continents ?? []).length === 0) return null;
  const kind: MonitorKind | null = monitorKindOf(monitor.kind);
  const settings = kind?.publicLook && (await settingsOf(ctx, monitor));
  const look = settings ? (kind?.publicLook?.(settings) ?? null) : null;
  return look?.covers(sight) ? look : null;
}

interface ProbeRequest extends ProbeCandidate {
  look: PublicLook;
  token: string;
}

async function created(ctx: Ctx, { monitor, look, token }: ProbeRequest, minute: number): Promise<ProbeAnswer> {
  const continents = monitor.continents ?? [];
  const made = await createMeasurement({ outbound: ctx.outbound("team"), timeout: callTimeoutMs }, token, {
    question: look.question,
    continents,
  });
  if (made.ok) return { opinions: awaitedOpinions(monitor, minute), asked: { id: made.id, minute } };
  ctx.log.warn("globalping.create", { monitor: monitor.id, code: made.code });
  return { opinions: probeOpinions(monitor, minute, () => voteless(made)), asked: null };
}

async function answered(
  ctx: Ctx,
  { monitor, look }: ProbeRequest,
  { id, minute }: ProbeMeasurement,
): Promise<ProbeAnswer> {
  const read = await readMeasurement({ outbound: ctx.outbound("team"), timeout: callTimeoutMs }, id);
  if (!read.ok) {
    ctx.log.warn("globalping.read", { monitor: monitor.id, code: read.code });
    return { opinions: probeOpinions(monitor, minute, () => voteless(read)), asked: null };
  }
  const seen = probeOpinions(monitor, minute, (continent) => voteOf(look, read.results, continent));
  return { opinions: seen.map((each) => ({ ...each, link: resultAddress(id) })), asked: null };
}

/** Asks or reads the probes of one monitor: at most one call, and none when the invocation has no room. */
async function probed(ctx: Ctx, given: ProbeRequest, { minute, kept }: ProbeContext): Promise<ProbeAnswer> {
  const { monitor, state, turn } = given;
  const next = probeStep(monitor, state ?? { opinions: [] }, { at: turn.at, minute });
  if (next.step === "keep") return { opinions: next.opinions, asked: null };
  const nothing = { opinions: probeOpinions(monitor, minute, () => noRoom), asked: null };
  if (roomIn(ctx.meter) - kept <= 0) return nothing;
  try {
    return await (next.step === "read" ? answered(ctx, given, next) : created(ctx, given, minute));
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return nothing;
  }
}

export interface ProbeAsks {
  opinions: Map<string, Opinion[]>;
  asked: Map<string, ProbeMeasurement>;
}

/**
 * Adds the opinions of Globalping's probes for monitors that other places leave undecided. A measurement is two calls:
 * requested in one minute and read in a later one.
 */
export async function askProbes(
  ctx: Ctx,
  turning: readonly ProbeCandidate[],
  regional: ReadonlyMap<string, Opinion[]>,
  asking: ProbeContext,
): Promise<ProbeAsks> {
  const asks: ProbeAsks = { opinions: new Map(regional), asked: new Map() };
  const wanting = turning.filter(({ monitor }) => (monitor.continents ?? []).length > 0);
  if (asking.tokenSealed === null || wanting.length === 0) return asks;
  const token = await ctx.secrets.open(asking.tokenSealed);
  if (token === null) ctx.log.warn("globalping.unreadable");
  if (token === null) return asks;
  const ask = (each: ProbeCandidate) => async () => {
    const { id, agree = null } = each.monitor;
    const look = await lookOf(ctx, each);
    if (!look) return true;
    const heard = regional.get(id) ?? [];
    const open = isOpen(each.turn, { opinions: [...heard, ...awaitedOpinions(each.monitor, asking.minute)], agree });
    const { opinions, asked } = open
      ? await probed(ctx, { ...each, look, token }, asking)
      : { opinions: probeOpinions(each.monitor, asking.minute, () => noNeed), asked: null };
    asks.opinions.set(id, [...heard, ...opinions]);
    if (asked) asks.asked.set(id, asked);
    return true;
  };
  await inHands(wanting.map(ask));
  return asks;
}
