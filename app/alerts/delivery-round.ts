import {
  type AlertChangeWindow,
  alertChangeWindowStart,
  changeWindowAfterChanges,
  mayChangeMoreAlerts,
  secondsUntilNextWindow,
} from "~/access/change-window";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import type { BatchCaller } from "~/platform/gather";
import { canSourceObserveComponents, silenceDurationOf } from "~/sources/rules/source-silence";
import {
  deliveryInsertRow,
  type ExaminedDelivery,
  isLiveDelivery,
  rateLimitFailure,
  type StoreDeliveryResult,
  signalsOfDelivery,
} from "./delivery-parts";
import { decisionTimeOf, deliveryArrivalTime, latestArrivalBySource } from "./late-delivery";
import { type AcceptDeliveryFacts, type DeliveryRow, deliveryKey } from "./queries/accept-facts";
import type { DeliveryBatchPlan } from "./queries/accept-rows";
import {
  type AlertOutcome,
  type DeliveryDecider,
  makeDeliveryDecider,
  type TentativeDeliveryDecision,
} from "./rules/delivery";
import { alertUnchangedGuard } from "./rules/delivery-entry";
import { builtInAlertKeyPrefix, refusedDeliveryAlertKey, silentSourceAlertKey } from "./rules/signal";

/** A delivery, and the ids of the alerts of its keys. */
export interface DeliveryBatchMember {
  examined: ExaminedDelivery;
  ids: ReadonlyMap<string, string>;
}

/** The place of a delivery in a batch, where its answer is awaited. */
export type DeliveryBatchCaller = BatchCaller<DeliveryBatchMember, Result<StoreDeliveryResult>>;

/** Thrown when the source has changed since it was read, so that the delivery must be decided again. */
export class SourceChangedError extends Error {}

const isRead = (examined: ExaminedDelivery) => examined.result.ok && isLiveDelivery(examined);

/**
 * Returns the outcome of a delivery whose id was used before: a repeat, or a conflict when its sender promised unique
 * ids. Null when it replaces the earlier one.
 */
function again(
  { examined: { source, adapter, delivery }, ids }: DeliveryBatchMember,
  earlier: DeliveryRow,
): Result<StoreDeliveryResult> | null {
  if (earlier.bodyHash === delivery.bodyHash) {
    const told = earlier.signals.filter((each) => each.state !== "skipped");
    const alerts = told.map((each) => ({ flags: [], ...each, id: ids.get(each.key) ?? "" }) as AlertOutcome);
    return ok({ id: delivery.id, duplicate: true, alerts, settles: false });
  }
  if (!adapter.immutableIds) return null;
  const detail = englishText(
    `${source.name} sent another body under an event id that it has used before; the first is kept.`,
  );
  return fail({ name: "conflict", code: "id_reused", detail });
}

const isListenedTo = ({ source }: ExaminedDelivery) => canSourceObserveComponents(source);

/**
 * Lists the source versions to expect. A test or a replay is kept whatever has become of the source's settings; a
 * delivery that was sent only under the settings with which it was read.
 */
function expectedSources(kept: readonly ExaminedDelivery[]): DeliveryBatchPlan["sources"] {
  const anyhow = kept.map((each) => [each.source.id, null] as const);
  const asRead = kept.filter(isLiveDelivery).map(({ source: { id, version } }) => [id, version] as const);
  return [...new Map<string, number | null>([...anyhow, ...asRead])].map(([id, version]) => ({ id, version }));
}

/** Decides the deliveries of a page in order, each based on the outcomes of those before it. */
export class PageDeliveryDecider {
  readonly drafts: (DeliveryBatchPlan["drafts"][number] & {
    place: DeliveryBatchCaller;
    step: TentativeDeliveryDecision;
  })[] = [];
  /** Deliveries whose id is in this batch already; they are decided after that one is stored. */
  readonly later: DeliveryBatchCaller[] = [];
  private readonly deciders = new Map<string, DeliveryDecider>();
  private readonly taken = new Set<string>();
  private readonly changed: Record<string, number> = {};
  private window: AlertChangeWindow;
  private marks = 0;

  constructor(
    private readonly facts: AcceptDeliveryFacts,
    private readonly members: readonly DeliveryBatchMember[],
    private readonly of: { pageId: string; now: number; limit: number },
  ) {
    this.window = facts.window;
  }

  take(place: DeliveryBatchCaller): void {
    const { source, delivery } = place.item.examined;
    const version = this.facts.versions.get(source.id);
    if (version === undefined) {
      place.answer(missingFailure);
      return;
    }
    if (version !== source.version && isLiveDelivery(place.item.examined)) {
      place.fail(new SourceChangedError());
      return;
    }
    const name = deliveryKey(source.id, delivery.id);
    if (this.taken.has(name)) {
      this.later.push(place);
      return;
    }
    const earlier = this.facts.earlier.get(name);
    const known = earlier ? again(place.item, earlier) : null;
    if (known) place.answer(known);
    else this.decide(place, earlier !== undefined, name);
  }

  plan(): DeliveryBatchPlan {
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
        windowAt: alertChangeWindowStart(now),
        recoveredAt: ends.length > 0 ? Math.max(...ends) : null,
        publishes: first.length > 0,
      },
      first: [...new Set(first.map((each) => each.source.id))],
      heard: [...latestArrivalBySource(heard, now)].map(([id, at]) => ({ id, at })),
      silences: this.silences(heard),
    };
  }

  /**
   * Lists the silences that these deliveries end. That a source is not silent is guarded, because the tick may find it
   * silent meanwhile.
   */
  private silences(heard: readonly ExaminedDelivery[]): DeliveryBatchPlan["silences"] {
    const { now } = this.of;
    const listened = heard.filter(({ source }) => source.silenceHours !== null);
    const at = latestArrivalBySource(listened, now);
    const facts = new Map(this.facts.alerts.map((each) => [each.id, each]));
    const found = listened.map(({ source }) => {
      const member = this.members.find(
        (each) => each.examined.source.id === source.id && each.ids.has(silentSourceAlertKey),
      );
      const id = member?.ids.get(silentSourceAlertKey) ?? "";
      return { id, before: facts.get(id) ?? null, sourceId: source.id, hours: source.silenceHours ?? 0 };
    });
    return {
      quiet: found
        .filter(({ before }) => before?.state !== "firing")
        .map(({ id, before }) => alertUnchangedGuard(id, before)),
      over: found
        .filter(({ before }) => before?.state === "firing")
        .map(({ sourceId, hours }) => ({ id: sourceId, dueAt: (at.get(sourceId) ?? now) + silenceDurationOf(hours) })),
    };
  }

  private deciderOf(sourceId: string): DeliveryDecider {
    const known = this.deciders.get(sourceId);
    if (known) return known;
    const mine = this.members.filter((each) => each.examined.source.id === sourceId);
    const ids = new Map(mine.flatMap((each) => [...each.ids]));
    const alerts = this.facts.alerts.filter((each) => each.id.startsWith(`${sourceId}.`));
    const { olderEpisodes } = this.facts;
    const made = makeDeliveryDecider({ now: this.of.now, alerts, olderEpisodes, idOf: (key) => ids.get(key) ?? "" });
    this.deciders.set(sourceId, made);
    return made;
  }

  private decide(place: DeliveryBatchCaller, replaces: boolean, name: string): void {
    const { examined, ids } = place.item;
    const { now, limit } = this.of;
    const { source, adapter, result } = examined;
    const at = deliveryArrivalTime(examined, now);
    const decider = this.deciderOf(source.id);
    const [refused, silent] = [ids.get(refusedDeliveryAlertKey) ?? "", ids.get(silentSourceAlertKey) ?? ""];
    const present = (key: string) => decider.present(ids.get(key) ?? "");
    const own = { refused: decider.present(refused), silent: decider.present(silent), cut: present };
    const signals = signalsOfDelivery(examined, own, { at, now });
    const step = decider.step(signals, result.ok ? adapter.order : "arrival", decisionTimeOf(examined, now));
    const ours = new Set([...ids].flatMap(([key, id]) => (key.startsWith(builtInAlertKeyPrefix) ? [id] : [])));
    const changed = [...step.turned].filter((id) => !ours.has(id)).length;
    if (!mayChangeMoreAlerts(this.window, source.id, { now, changed, limit })) {
      place.answer(fail(rateLimitFailure(adapter, secondsUntilNextWindow(now))));
      return;
    }
    decider.keep(step);
    this.taken.add(name);
    this.count(source.id, changed);
    const mark = step.changes || this.isFirst(examined) ? ++this.marks : 0;
    this.drafts.push({ ...deliveryInsertRow(examined, step.outcomes, at, mark), replaces, place, step });
  }

  private isFirst(examined: ExaminedDelivery): boolean {
    return isRead(examined) && this.facts.unheard.has(examined.source.id);
  }

  private count(sourceId: string, changed: number): void {
    if (changed === 0) return;
    this.window = changeWindowAfterChanges(this.window, sourceId, changed, this.of.now);
    this.changed[sourceId] = (this.changed[sourceId] ?? 0) + changed;
  }
}
