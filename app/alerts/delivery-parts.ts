import type { SignalOutcome } from "~/db/schema/source";
import type { Failure, Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import type { AnySource, SenderReply } from "~/sources/contract/contract";
import { silenceOf, silenceSignal } from "~/sources/rules/source-silence";
import type { SourceRow } from "./queries/accept-facts";
import type { DeliveryDraft } from "./queries/accept-rows";
import type { AlertFact } from "./rules/alert";
import { cutMarks } from "./rules/cut-list";
import type { AlertOutcome } from "./rules/delivery";
import { type AlertSignal, alertSignal, type Reading, refusedKey, type Signal, type SkippedPart } from "./rules/signal";
import { cut, storable } from "./rules/signal-limits";

/** A delivery that has been examined: read, or refused with a reason. */
export interface ExaminedDelivery {
  source: SourceRow;
  adapter: AnySource;
  /** `eventId`: true when the id is the sender's, so that it may arrive again. */
  delivery: { id: string; eventId: boolean; headers: Record<string, string>; body: string; bodyHash: string };
  /** Length of the whole body in bytes, when the row keeps less of it. */
  bytes?: number;
  result: Result<Reading>;
  /**
   * True for a test that we made: no sign of life of the source, and kept whatever has become of the source's settings.
   */
  isTest?: boolean;
  /** Time when it arrived, UTC ms. */
  arrivedAt?: number;
  /** True when it lay in an inbox since it arrived. */
  wasKept?: boolean;
  /** The earlier delivery that is read again: its content is as old as that one, and it is no sign of life either. */
  replays?: { id: string; receivedAt: number };
}

/** True when the delivery came from its sender just now. */
export const isSent = ({ isTest, replays }: ExaminedDelivery): boolean => !isTest && !replays;

export interface AcceptResult {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  skipped: SkippedPart[];
  /** True when it lies in an inbox until the database is back: its outcome is not known yet. */
  kept?: true;
  /** The answer that its sender expects in place of the usual one; null for the usual one. */
  answer: SenderReply | null;
}

export interface StoredResult {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  settles: boolean;
}

/**
 * Code of a delivery that is refused while a document that it needs cannot be fetched; its sender is asked to retry.
 */
export const needCode = "not_verifiable";

/** Code of a delivery that is refused because the source's settings are sealed with a secret that is not set. */
export const sealedCode = "sealed";

interface Trouble {
  title: string;
  body: Refusal;
}

/**
 * Returns the title, which rules match, and the body, by whose key readers get both (notifications/rules/own-title).
 */
function troubleOf({ name }: SourceRow, code: string | undefined): Trouble {
  if (code === needCode) return { title: `${name}: deliveries can’t be verified`, body: "source_alert.unverifiable" };
  if (code !== sealedCode) return { title: `${name} is sending invalid data`, body: "source_alert.invalid" };
  return { title: `${name}: settings can’t be decrypted`, body: "source_alert.sealed" };
}

const cutTrouble = ({ name }: SourceRow): Trouble => ({
  title: `${name} sends more than is read`,
  body: "source_alert.cut",
});

interface SignalSummary {
  status: AlertSignal["status"];
  startedAt: number | null;
  code?: string;
}

const aboutSource = (source: SourceRow, { status, startedAt, code }: SignalSummary): AlertSignal =>
  alertSignal({ key: refusedKey, status, severity: "warning", ...troubleOf(source, code), startedAt });

const codeOf = (failure: Failure): string | undefined => ("code" in failure ? failure.code : undefined);

/** Our own alerts about a source, as stored. */
export interface OwnAlerts {
  refused: AlertFact | null;
  silent: AlertFact | null;
  /** Returns the alert about cut deliveries with this key. */
  cut(key: string): AlertFact | null;
}

const isFiring = (alert: AlertFact | null) => alert?.state === "firing";

/**
 * Returns the sender's signals and our own about the source: a refused delivery opens an alert, the next readable one
 * resolves it and the alert that the source was silent.
 */
export function signalsOf(
  examined: ExaminedDelivery,
  own: OwnAlerts,
  { at, now }: { at: number; now: number },
): Signal[] {
  const { source, result } = examined;
  if (!result.ok) {
    const startedAt = isFiring(own.refused) ? null : at;
    return [aboutSource(source, { status: "firing", startedAt, code: codeOf(result.failure) })];
  }
  const { name, silenceHours } = source;
  const readable = isFiring(own.refused) ? [aboutSource(source, { status: "resolved", startedAt: null })] : [];
  // A delivery from an inbox may have arrived so long ago that its source is silent nevertheless.
  const hours = silenceHours ?? 0;
  const speaks = isFiring(own.silent) && isSent(examined) && at + silenceOf(hours) > now;
  const spoken = speaks ? [silenceSignal({ name, status: "resolved", hours, at })] : [];
  const marks = isSent(examined) ? cutMarks(result.value, own.cut, at) : [];
  const cuts = marks.map((each) => alertSignal({ ...each, severity: "warning", ...cutTrouble(source) }));
  return [...result.value.signals, ...readable, ...spoken, ...cuts];
}

const reasonOf = (failure: Failure): string => codeOf(failure) || failure.name;

function outcomeOf({ result }: ExaminedDelivery): { outcome: string; reason: string | null } {
  if (!result.ok) return { outcome: "refused", reason: reasonOf(result.failure) };
  const { signals, skipped } = result.value;
  return { outcome: signals.length > 0 ? "accepted" : "ignored", reason: skipped[0]?.code ?? null };
}

const maxReasonChars = 200;

/** Most signals whose outcomes a delivery's row lists; a group that closes may have thousands. */
const maxOutcomes = 1000;

const skippedAs = (key: string, code: string, reason: string): SignalOutcome => {
  return { key, state: "skipped", outcome: code, flags: [code], reason: cut(storable(reason), maxReasonChars) };
};

/** Explains in words what was wrong with a delivery, if more is known than a code. */
function whyRefused(failure: Failure): SignalOutcome[] {
  const fields = "fields" in failure ? Object.values(failure.fields) : [];
  const detail = "detail" in failure && failure.detail ? [failure.detail] : fields;
  return detail.length === 0 ? [] : [skippedAs("", reasonOf(failure), detail.join(" "))];
}

function toldSignals({ result }: ExaminedDelivery, outcomes: readonly AlertOutcome[]): SignalOutcome[] {
  const told = outcomes.map(({ key, state, outcome, flags }) => ({ key, state, outcome, flags }));
  if (!result.ok) return [...told, ...whyRefused(result.failure)];
  const { skipped } = result.value;
  const left = skipped.map(({ key = "", code, reason }) => skippedAs(key, code, reason));
  return [...told.slice(0, maxOutcomes), ...left.slice(0, maxOutcomes)];
}

/**
 * Returns a delivery's row. `mark`: its position among those of its batch that ask to settle; 0 when it does not ask.
 */
export function draftOf(examined: ExaminedDelivery, outcomes: readonly AlertOutcome[], now: number, mark: number) {
  const { source, delivery } = examined;
  const { id, headers, body, bodyHash } = delivery;
  const identity = { sourceId: source.id, id, pageId: source.pageId, receivedAt: now };
  const told = { ...outcomeOf(examined), signals: toldSignals(examined, outcomes), settleMark: mark };
  const replayOf = examined.replays?.id ?? null;
  return { ...identity, headers, body, bodyHash, replayOf, ...told } satisfies DeliveryDraft;
}

/** Returns a failure that answers 503 or 429, depending on which of them the source's tool retries. */
export const tooManyFailure = (adapter: AnySource, retryAfter: number): Failure =>
  adapter.limitStatus === 503 ? { name: "overloaded", retryAfter } : { name: "limited", retryAfter };
