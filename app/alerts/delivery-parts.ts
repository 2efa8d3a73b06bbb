import type { SignalOutcome } from "~/db/schema/source";
import type { Failure, Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import type { AnySourceAdapter, SenderReply } from "~/sources/contract/contract";
import { silenceDurationOf, silenceSignal } from "~/sources/rules/source-silence";
import type { SourceRow } from "./queries/accept-facts";
import type { DeliveryInsertRow } from "./queries/accept-rows";
import type { AlertRecord } from "./rules/alert";
import { cutListSignals } from "./rules/cut-list";
import type { AlertOutcome } from "./rules/delivery";
import {
  type AlertSignal,
  type DeliveryReading,
  makeAlertSignal,
  refusedDeliveryAlertKey,
  type Signal,
  type SkippedBodyPart,
} from "./rules/signal";
import { toStorableText, truncateText } from "./rules/signal-limits";

/** A delivery that has been examined: either read, or refused with a reason. */
export interface ExaminedDelivery {
  source: SourceRow;
  adapter: AnySourceAdapter;
  /** `eventId`: true when the id is the sender's, so that it may arrive again. */
  delivery: { id: string; eventId: boolean; headers: Record<string, string>; body: string; bodyHash: string };
  /** Length of the whole body in bytes, when the row stores only a part of it. */
  bytes?: number;
  result: Result<DeliveryReading>;
  /**
   * True for a test that we sent. It does not show that the source is alive, and is stored whatever has become of the
   * source's settings.
   */
  isTest?: boolean;
  /** Time when it arrived, UTC ms. */
  arrivedAt?: number;
  /** True when it was stored in an inbox after it arrived. */
  wasKept?: boolean;
  /**
   * The earlier delivery that is read again. Its content is as old as that delivery, and it does not show that the
   * source is alive.
   */
  replays?: { id: string; receivedAt: number };
}

/** True when the sender sent the delivery just now. */
export const isLiveDelivery = ({ isTest, replays }: ExaminedDelivery): boolean => !isTest && !replays;

export interface AcceptDeliveryResult {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  skipped: SkippedBodyPart[];
  /** True while it is in an inbox until the database is back; its outcome is not known yet. */
  kept?: true;
  /** The response that its sender expects in place of the default; null for the default. */
  answer: SenderReply | null;
}

export interface StoreDeliveryResult {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  settles: boolean;
}

/**
 * Code of a delivery that is refused while a document that it needs cannot be fetched; its sender is asked to retry.
 */
export const notVerifiableRefusalCode = "not_verifiable";

/** Code of a delivery that is refused because the source's settings are encrypted with a secret that is not set. */
export const sealedSettingsRefusalCode = "sealed";

interface OwnAlertText {
  title: string;
  body: Refusal;
}

/**
 * Returns the title, which rules match, and the body. Readers get both in their language by the body's key
 * (notifications/rules/own-title).
 */
function troubleOf({ name }: SourceRow, code: string | undefined): OwnAlertText {
  if (code === notVerifiableRefusalCode)
    return { title: `${name}: deliveries can’t be verified`, body: "source_alert.unverifiable" };
  if (code !== sealedSettingsRefusalCode)
    return { title: `${name} is sending invalid data`, body: "source_alert.invalid" };
  return { title: `${name}: settings can’t be decrypted`, body: "source_alert.sealed" };
}

const cutTrouble = ({ name }: SourceRow): OwnAlertText => ({
  title: `${name} sends more than is read`,
  body: "source_alert.cut",
});

interface SignalSummary {
  status: AlertSignal["status"];
  startedAt: number | null;
  code?: string;
}

const aboutSource = (source: SourceRow, { status, startedAt, code }: SignalSummary): AlertSignal =>
  makeAlertSignal({ key: refusedDeliveryAlertKey, status, severity: "warning", ...troubleOf(source, code), startedAt });

const codeOf = (failure: Failure): string | undefined => ("code" in failure ? failure.code : undefined);

/** Our own alerts about a source, as stored. */
export interface AlertsAboutSource {
  refused: AlertRecord | null;
  silent: AlertRecord | null;
  /** Returns the alert about cut deliveries with this key. */
  cut(key: string): AlertRecord | null;
}

const isFiring = (alert: AlertRecord | null) => alert?.state === "firing";

/**
 * Returns the sender's signals and our own about the source: a refused delivery opens an alert, the next readable one
 * resolves it and the alert that the source was silent.
 */
export function signalsOfDelivery(
  examined: ExaminedDelivery,
  own: AlertsAboutSource,
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
  const speaks = isFiring(own.silent) && isLiveDelivery(examined) && at + silenceDurationOf(hours) > now;
  const spoken = speaks ? [silenceSignal({ name, status: "resolved", hours, at })] : [];
  const marks = isLiveDelivery(examined) ? cutListSignals(result.value, own.cut, at) : [];
  const cuts = marks.map((each) => makeAlertSignal({ ...each, severity: "warning", ...cutTrouble(source) }));
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
  return {
    key,
    state: "skipped",
    outcome: code,
    flags: [code],
    reason: truncateText(toStorableText(reason), maxReasonChars),
  };
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
export function deliveryInsertRow(
  examined: ExaminedDelivery,
  outcomes: readonly AlertOutcome[],
  now: number,
  mark: number,
) {
  const { source, delivery } = examined;
  const { id, headers, body, bodyHash } = delivery;
  const identity = { sourceId: source.id, id, pageId: source.pageId, receivedAt: now };
  const told = { ...outcomeOf(examined), signals: toldSignals(examined, outcomes), settleMark: mark };
  const replayOf = examined.replays?.id ?? null;
  return { ...identity, headers, body, bodyHash, replayOf, ...told } satisfies DeliveryInsertRow;
}

/** Returns a failure that answers 503 or 429, depending on which of them the source's tool retries. */
export const rateLimitFailure = (adapter: AnySourceAdapter, retryAfter: number): Failure =>
  adapter.limitStatus === 503 ? { name: "overloaded", retryAfter } : { name: "limited", retryAfter };
