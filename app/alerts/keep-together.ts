import { type ChangeWindow, hasRoom, untilNextWindow, windowStart, withCountedChanges } from "~/access/change-window";
import { resultsByPart, statementsOf } from "~/db/named-results";
import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { inEnglish } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import type { GatherPlace } from "~/platform/gather";
import { OverBudget, roomIn } from "~/platform/meter";
import { DatabaseAwayError, LostRace, NameTakenError, understand } from "~/platform/trouble";
import { canObserve, silenceOf } from "~/sources/rules/source-silence";
import { draftOf, type ExaminedDelivery, isSent, type StoredResult, signalsOf, tooManyFailure } from "./delivery-parts";
import { arrivalTime, decisionTimeOf, isLookedFor, latest } from "./late-delivery";
import { type AcceptFacts, acceptFacts, type DeliveryRow, deliveryName } from "./queries/accept-facts";
import { type AcceptPlan, acceptRows } from "./queries/accept-rows";
import { type AlertOutcome, type DeliveryDecider, type DeliveryStep, makeDecider } from "./rules/delivery";
import { alertUnchangedGuard } from "./rules/delivery-entry";
import { type AlertSignal, ownKeyPrefix, refusedKey, silentKey } from "./rules/signal";

/** A delivery, and the ids of the alerts of its keys. */
export interface DeliveryMember {
  examined: ExaminedDelivery;
  ids: ReadonlyMap<string, string>;
}

export type KeptPlace = GatherPlace<DeliveryMember, Result<StoredResult>>;

/** Thrown when the source has changed since it was read, so that the delivery must be decided again. */
export class SourceChangedError extends Error {}

/** Statements of one attempt: four to read, twelve to write. */
const statementsPerTry = 16;

const alertSignals = ({ result }: ExaminedDelivery) =>
  result.ok ? result.value.signals.filter((each): each is AlertSignal => each.kind === "alert") : [];

const isRead = (examined: ExaminedDelivery) => examined.result.ok && isSent(examined);

const closedGroups = ({ source, result }: ExaminedDelivery) =>
  (result.ok ? result.value.signals : []).flatMap((each) =>
    each.kind === "close_group" ? [{ sourceId: source.id, groupKey: each.groupKey }] : [],
  );

function factsOf(ctx: Ctx, pageId: string, members: readonly DeliveryMember[]): Promise<AcceptFacts> {
  const examined = members.map((each) => each.examined);
  const ended = examined.flatMap(alertSignals).filter((each) => each.status === "resolved");
  const named = examined.filter((each) => isLookedFor(each, ctx.now()));
  return acceptFacts(ctx, {
    pageId,
    sourceIds: [...new Set(examined.map((each) => each.source.id))],
    alertIds: [...new Set(members.flatMap((each) => [...each.ids.values()]))],
    starts: [...new Set(ended.flatMap((each) => each.startedAt ?? []))],
    closedGroups: examined.flatMap(closedGroups),
    deliveries: named.map(({ source, delivery }) => ({ sourceId: source.id, id: delivery.id })),
  });
}

/**
 * Returns the outcome of a delivery whose id was used before: a repeat, or a conflict when its sender promised unique
 * ids. Null when it replaces the earlier one.
 */
function again(
  { examined: { source, adapter, delivery }, ids }: DeliveryMember,
  earlier: DeliveryRow,
): Result<StoredResult> | null {
  if (earlier.bodyHash === delivery.bodyHash) {
    const told = earlier.signals.filter((each) => each.state !== "skipped");
    const alerts = told.map((each) => ({ flags: [], ...each, id: ids.get(each.key) ?? "" }) as AlertOutcome);
    return ok({ id: delivery.id, duplicate: true, alerts, settles: false });
  }
  if (!adapter.immutableIds) return null;
  const detail = inEnglish(
    `${source.name} sent another body under an event id that it has used before; the first is kept.`,
  );
  return fail({ name: "conflict", code: "id_reused", detail });
}

const isListenedTo = ({ source }: ExaminedDelivery) => canObserve(source);

/**
 * Lists the source versions to expect. A test or a replay is kept whatever has become of the source's settings; a
 * delivery that was sent only under the settings with which it was read.
 */
function expectedSources(kept: readonly ExaminedDelivery[]): AcceptPlan["sources"] {
  const anyhow = kept.map((each) => [each.source.id, null] as const);
  const asRead = kept.filter(isSent).map(({ source: { id, version } }) => [id, version] as const);
  return [...new Map<string, number | null>([...anyhow, ...asRead])].map(([id, version]) => ({ id, version }));
}

/** Decides the deliveries of a page in their order, each on the outcomes of those before it. */
class DeliveryRound {
  readonly drafts: (AcceptPlan["drafts"][number] & { place: KeptPlace; step: DeliveryStep })[] = [];
  /** Deliveries whose id is in this batch already; they are decided after that one is stored. */
  readonly later: KeptPlace[] = [];
  private readonly deciders = new Map<string, DeliveryDecider>();
  private readonly taken = new Set<string>();
  private readonly changed: Record<string, number> = {};
  private window: ChangeWindow;
  private marks = 0;

  constructor(
    private readonly facts: AcceptFacts,
    private readonly members: readonly DeliveryMember[],
    private readonly of: { pageId: string; now: number; limit: number },
  ) {
    this.window = facts.window;
  }

  take(place: KeptPlace): void {
    const { source, delivery } = place.item.examined;
    const version = this.facts.versions.get(source.id);
    if (version === undefined) {
      place.answer(missingFailure);
      return;
    }
    if (version !== source.version && isSent(place.item.examined)) {
      place.fail(new SourceChangedError());
      return;
    }
    const name = deliveryName(source.id, delivery.id);
    if (this.taken.has(name)) {
      this.later.push(place);
      return;
    }
    const earlier = this.facts.earlier.get(name);
    const known = earlier ? again(place.item, earlier) : null;
    if (known) place.answer(known);
    else this.decide(place, earlier !== undefined, name);
  }

  plan(): AcceptPlan {
    const { pageId, now, limit } = this.of;
    const made = [...this.deciders].map(([sourceId, each]) => ({ sourceId, writes: each.writes() }));
    const ends = made.flatMap((each) => each.writes.recoveredAt ?? []);
    const kept = this.drafts.map((each) => each.place.item.examined);
    const heard = kept.filter((each) => isListenedTo(each) && isRead(each));
    const first = kept.filter((each) => this.isFirst(each));
    return {
      pageId,
      made,
      limit,
      drafts: this.drafts.map(({ place: _, step: __, ...draft }) => draft),
      sources: expectedSources(kept),
      wish: {
        now,
        times: this.marks,
        changed: this.changed,
        windowAt: windowStart(now),
        recoveredAt: ends.length > 0 ? Math.max(...ends) : null,
        publishes: first.length > 0,
      },
      first: [...new Set(first.map((each) => each.source.id))],
      heard: [...latest(heard, now)].map(([id, at]) => ({ id, at })),
      silences: this.silences(heard),
    };
  }

  /**
   * Lists the silences that these deliveries end. That a source is not silent is guarded, because the tick may find it
   * silent meanwhile.
   */
  private silences(heard: readonly ExaminedDelivery[]): AcceptPlan["silences"] {
    const { now } = this.of;
    const listened = heard.filter(({ source }) => source.silenceHours !== null);
    const at = latest(listened, now);
    const facts = new Map(this.facts.alerts.map((each) => [each.id, each]));
    const found = listened.map(({ source }) => {
      const member = this.members.find((each) => each.examined.source.id === source.id && each.ids.has(silentKey));
      const id = member?.ids.get(silentKey) ?? "";
      return { id, before: facts.get(id) ?? null, sourceId: source.id, hours: source.silenceHours ?? 0 };
    });
    return {
      quiet: found
        .filter(({ before }) => before?.state !== "firing")
        .map(({ id, before }) => alertUnchangedGuard(id, before)),
      over: found
        .filter(({ before }) => before?.state === "firing")
        .map(({ sourceId, hours }) => ({ id: sourceId, dueAt: (at.get(sourceId) ?? now) + silenceOf(hours) })),
    };
  }

  private deciderOf(sourceId: string): DeliveryDecider {
    const known = this.deciders.get(sourceId);
    if (known) return known;
    const mine = this.members.filter((each) => each.examined.source.id === sourceId);
    const ids = new Map(mine.flatMap((each) => [...each.ids]));
    const alerts = this.facts.alerts.filter((each) => each.id.startsWith(`${sourceId}.`));
    const { olderEpisodes } = this.facts;
    const made = makeDecider({ now: this.of.now, alerts, olderEpisodes, idOf: (key) => ids.get(key) ?? "" });
    this.deciders.set(sourceId, made);
    return made;
  }

  private decide(place: KeptPlace, replaces: boolean, name: string): void {
    const { examined, ids } = place.item;
    const { now, limit } = this.of;
    const { source, adapter, result } = examined;
    const at = arrivalTime(examined, now);
    const decider = this.deciderOf(source.id);
    const [refused, silent] = [ids.get(refusedKey) ?? "", ids.get(silentKey) ?? ""];
    const present = (key: string) => decider.present(ids.get(key) ?? "");
    const own = { refused: decider.present(refused), silent: decider.present(silent), cut: present };
    const signals = signalsOf(examined, own, { at, now });
    const step = decider.step(signals, result.ok ? adapter.order : "arrival", decisionTimeOf(examined, now));
    const ours = new Set([...ids].flatMap(([key, id]) => (key.startsWith(ownKeyPrefix) ? [id] : [])));
    const changed = [...step.turned].filter((id) => !ours.has(id)).length;
    if (!hasRoom(this.window, source.id, { now, changed, limit })) {
      place.answer(fail(tooManyFailure(adapter, untilNextWindow(now))));
      return;
    }
    decider.keep(step);
    this.taken.add(name);
    this.count(source.id, changed);
    const mark = step.changes || this.isFirst(examined) ? ++this.marks : 0;
    this.drafts.push({ ...draftOf(examined, step.outcomes, at, mark), replaces, place, step });
  }

  private isFirst(examined: ExaminedDelivery): boolean {
    return isRead(examined) && this.facts.unheard.has(examined.source.id);
  }

  private count(sourceId: string, changed: number): void {
    if (changed === 0) return;
    this.window = withCountedChanges(this.window, sourceId, changed, this.of.now);
    this.changed[sourceId] = (this.changed[sourceId] ?? 0) + changed;
  }
}

/**
 * True when the batch ran before and only its answer was lost: certain when all ids are ours. Throws LostRace, to
 * decide again, when all ids are senders' or late ones, which another delivery or an inbox may have stored. False for a
 * mix, where it is unknown which id was taken.
 */
function isOwnRepeat(error: unknown, round: DeliveryRound, now: number): boolean {
  if (!(error instanceof NameTakenError) || !error.constraint.startsWith("delivery.source_id")) return false;
  const named = round.drafts.filter((each) => isLookedFor(each.place.item.examined, now));
  if (named.length === round.drafts.length) throw new LostRace("delivery");
  return named.length === 0;
}

/** Writes what was decided; returns true when a source that was silent speaks again. */
async function write(ctx: Ctx, round: DeliveryRound): Promise<boolean> {
  const plan = round.plan();
  const parts = acceptRows(plan);
  try {
    const { silence } = resultsByPart(parts, await runBatch(ctx, statementsOf(parts)));
    return silence.some(({ results }) => results.length > 0);
  } catch (error) {
    const trouble = understand(error);
    if (!isOwnRepeat(trouble, round, ctx.now())) throw trouble;
    return plan.heard.length > 0;
  }
}

/** Reads, decides and writes; returns the deliveries that must be decided after these. */
async function attempt(ctx: Ctx, pageId: string, places: readonly KeptPlace[]): Promise<readonly KeptPlace[]> {
  const members = places.map((each) => each.item);
  const of = { pageId, now: ctx.now(), limit: ctx.config.ingestLimit };
  const round = new DeliveryRound(await factsOf(ctx, pageId, members), members, of);
  for (const place of places) round.take(place);
  if (round.drafts.length === 0) return round.later;
  const speaksAgain = await write(ctx, round);
  for (const { id, place, step, settleMark } of round.drafts) {
    const alerts = step.outcomes.filter((each) => !each.key.startsWith(ownKeyPrefix));
    place.answer(ok({ id, duplicate: false, alerts, settles: settleMark > 0 || speaksAgain }));
  }
  return round.later;
}

/** An error that is not the database's may come from one delivery, so each is tried alone. */
function giveUp(left: readonly KeptPlace[], error: unknown): void {
  for (const place of left) {
    if (left.length === 1 || error instanceof DatabaseAwayError) place.fail(error);
    else place.alone();
  }
}

const fits = ({ meter }: Ctx) => roomIn(meter) >= statementsPerTry;

/**
 * Stores deliveries of one page in one batch. What another isolate changed meanwhile is decided again, as often as this
 * invocation's budget allows; deliveries without an answer after that continue in the next invocation.
 */
export async function keepTogether(ctx: Ctx, pageId: string, places: readonly KeptPlace[]): Promise<void> {
  let left = places;
  for (let tries = 1; left.length > 0; tries++) {
    try {
      left = await attempt(ctx, pageId, left);
    } catch (error) {
      left = left.filter((each) => !each.isTold);
      if (error instanceof OverBudget) return;
      if (!(error instanceof LostRace)) return giveUp(left, error);
      if (!fits(ctx)) return;
      await ctx.sleep(Math.min(tries, 4) * 10 * (1 + ctx.chance()));
    }
  }
}
