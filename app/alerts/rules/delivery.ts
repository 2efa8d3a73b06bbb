import type { AlertRecord, AlertSignalContext, AlertSignalDecision, AlertSignalOutcome } from "./alert";
import { closeFlappingGroupMember, decideFlappingAlertSignal } from "./alert-held";
import {
  type AlertWriteEntry,
  type AlertWrites,
  alertWriteEntryAfter,
  collectAlertWrites,
  type DecisionBasis,
} from "./delivery-entry";
import { type AlertSignal, type CloseGroupSignal, type Signal, type SignalOrder, silentSourceAlertKey } from "./signal";

/** The known facts about the alerts of one source that deliveries name. */
export interface KnownSourceAlerts {
  now: number;
  /** The alerts of these keys, and the firing ones of groups that close. */
  alerts: readonly AlertRecord[];
  /** `<alert id>@<reported start>` of earlier episodes that a signal names. */
  olderEpisodes: ReadonlySet<string>;
  /** Returns the alert id for a key, new or not. */
  idOf(key: string): string;
}

export interface DeliveryDecisionFacts extends KnownSourceAlerts {
  order: SignalOrder;
  signals: readonly Signal[];
}

export interface AlertOutcome {
  id: string;
  key: string;
  state: "firing" | "resolved";
  outcome: AlertSignalOutcome;
  flags: string[];
}

/** The outcome of one delivery, based on the outcomes that were accepted before. */
export interface TentativeDeliveryDecision {
  outcomes: AlertOutcome[];
  /** True when the page must settle: something started, ended or has another text. */
  changes: boolean;
  /** Alerts that are written again; those that were only seen again are left out. */
  turned: ReadonlySet<string>;
  entries: ReadonlyMap<string, AlertWriteEntry>;
}

export type DeliveryDecision = AlertWrites & Pick<TentativeDeliveryDecision, "outcomes" | "changes">;

const settling: readonly AlertSignalOutcome[] = ["new", "updates", "fires_again", "resolves", "held"];

export const episodeKey = (alertId: string, reportedStart: number): string => `${alertId}@${reportedStart}`;

/** The earlier time at which a delivery is decided. */
export interface DeliveryDecisionTime {
  /** Time when it arrived, UTC ms. */
  at: number;
  /** True when what arrived for an alert since then is newer than the delivery. */
  isReplay: boolean;
}

/** Decides deliveries of one source in order, each based on the accepted outcomes of those before it. */
export interface DeliveryDecider {
  /** `asOf` is the time of an earlier delivery; null when it arrived just now. */
  step(signals: readonly Signal[], order: SignalOrder, asOf?: DeliveryDecisionTime | null): TentativeDeliveryDecision;
  keep(step: TentativeDeliveryDecision): void;
  /** Returns the alert as it is after the deliveries that were kept. */
  present(id: string): AlertRecord | null;
  writes(): AlertWrites;
}

const replayOf = ({ isReplay, now }: AlertSignalContext): Pick<DecisionBasis, "replayOf"> => ({
  replayOf: isReplay ? now : null,
});

/** One delivery while it is decided: its entries overlay those that were accepted. */
class AlertPassage {
  readonly entries = new Map<string, AlertWriteEntry>();
  readonly turned = new Set<string>();
  private readonly named = new Set<string>();

  constructor(
    private readonly facts: KnownSourceAlerts,
    private readonly stored: ReadonlyMap<string, AlertRecord>,
    private readonly kept: ReadonlyMap<string, AlertWriteEntry>,
    private readonly order: SignalOrder,
    private readonly asOf: DeliveryDecisionTime | null,
  ) {}

  one(signal: AlertSignal): AlertOutcome {
    const id = this.facts.idOf(signal.key);
    this.named.add(id);
    const around = this.around(id);
    // A source speaks at any delivery; its silence was found without knowing of this one.
    const isNow = signal.key === silentSourceAlertKey ? { ...around, now: this.facts.now, isReplay: false } : around;
    return this.apply(decideFlappingAlertSignal(id, this.present(id), signal, isNow), {
      order: this.order,
      ...replayOf(isNow),
    });
  }

  group(signal: CloseGroupSignal): AlertOutcome[] {
    const ids = new Set([...this.stored.keys(), ...this.kept.keys()]);
    const present = [...ids].flatMap((id) => this.present(id) ?? []);
    const mine = (each: AlertRecord) => each.groupKey === signal.groupKey && each.state === "firing";
    return present
      .filter((each) => mine(each) && !this.named.has(each.id))
      .map((each) => closeFlappingGroupMember(each, signal, this.around(each.id)))
      .filter((step) => step.write !== "none")
      .map((step) => this.apply(step, { order: null, ...replayOf(this.around(step.alert.id)) }));
  }

  private entry = (id: string) => this.entries.get(id) ?? this.kept.get(id);

  private present = (id: string) => this.entry(id)?.alert ?? this.stored.get(id) ?? null;

  private around(id: string): AlertSignalContext {
    const started = [...(this.entry(id)?.started.values() ?? [])];
    const isOlderEpisode = (start: number) =>
      this.facts.olderEpisodes.has(episodeKey(id, start)) || started.some((each) => each.reportedStart === start);
    const { at = this.facts.now, isReplay = false } = this.asOf ?? {};
    return { now: at, order: this.order, isReplay, isOlderEpisode };
  }

  private apply(step: AlertSignalDecision, by: DecisionBasis): AlertOutcome {
    const { id, key, state, flags } = step.alert;
    if (step.write !== "none")
      this.entries.set(id, alertWriteEntryAfter(this.entry(id), this.stored.get(id) ?? null, step, by));
    if (step.write === "whole") this.turned.add(id);
    return { id, key, state, outcome: step.outcome, flags };
  }
}

export function makeDeliveryDecider(facts: KnownSourceAlerts): DeliveryDecider {
  const stored = new Map(facts.alerts.map((each) => [each.id, each]));
  const kept = new Map<string, AlertWriteEntry>();
  return {
    step(signals, order, asOf = null) {
      const passage = new AlertPassage(facts, stored, kept, order, asOf);
      const named = signals.filter((each) => each.kind === "alert").map((each) => passage.one(each));
      const closing = signals.filter((each) => each.kind === "close_group");
      const outcomes = [...named, ...closing.flatMap((each) => passage.group(each))];
      const changes = outcomes.some((each) => settling.includes(each.outcome));
      return { outcomes, changes, turned: passage.turned, entries: passage.entries };
    },
    keep(step) {
      for (const [id, entry] of step.entries) kept.set(id, entry);
    },
    present: (id) => kept.get(id)?.alert ?? stored.get(id) ?? null,
    writes: () => collectAlertWrites([...kept.values()]),
  };
}

/** Decides a whole delivery, with its signals in order; the same key twice in one body counts twice. */
export function decideDelivery({ order, signals, ...facts }: DeliveryDecisionFacts): DeliveryDecision {
  const decider = makeDeliveryDecider(facts);
  const step = decider.step(signals, order);
  decider.keep(step);
  return { ...decider.writes(), outcomes: step.outcomes, changes: step.changes };
}
