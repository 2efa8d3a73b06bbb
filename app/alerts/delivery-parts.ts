import type { SignalOutcome } from "~/db/schema/source";
import type { Failure, Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import type { Answer, AnySource } from "~/sources/contract/contract";
import { silenceOf, silenceSignal } from "~/sources/rules/source-silence";
import type { SourceRow } from "./queries/accept-facts";
import type { DeliveryDraft } from "./queries/accept-rows";
import type { AlertFact } from "./rules/alert";
import { cutMarks } from "./rules/cut-list";
import type { AlertOutcome } from "./rules/delivery";
import { type AlertSignal, alertSignal, type Reading, refusedKey, type Signal, type Skipped } from "./rules/signal";
import { cut, storable } from "./rules/signal-limits";

/** A delivery that has been examined: read, or refused with the reason. */
export interface Examined {
  source: SourceRow;
  adapter: AnySource;
  /** `eventId`: the id is the sender's, so it may come again. */
  delivery: { id: string; eventId: boolean; headers: Record<string, string>; body: string; bodyHash: string };
  /** Bytes that its words may take, where its row keeps less of it. */
  bytes?: number;
  result: Result<Reading>;
  /** Made by us, so it is no sign of life of the source, and whatever has become of its settings it is kept. */
  isTest?: boolean;
  /** When it came, UTC ms. */
  arrivedAt?: number;
  /** It lay in an inbox since then. */
  wasKept?: boolean;
  /** An earlier delivery that is read again: its words are as old as that, and it is no sign of life either. */
  replays?: { id: string; receivedAt: number };
}

/** It came from its sender just now. */
export const isSent = ({ isTest, replays }: Examined): boolean => !isTest && !replays;

export interface Accepted {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  skipped: Skipped[];
  /** It lies in an inbox until the database is there: what it comes to is not known yet. */
  kept?: true;
  /** What its sender expects instead of the usual answer. */
  answer: Answer | null;
}

export interface Kept {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  /** The page has to settle. */
  settles: boolean;
}

/** Why a delivery is not taken while what it needs cannot be had; its sender is asked to come again. */
export const needCode = "not_verifiable";

/** Why nothing of a source is taken while its settings are under a secret that is not set. */
export const sealedCode = "sealed";

interface Trouble {
  title: string;
  body: Refusal;
}

/** The title is what rules match; readers are given both by the body's key (notifications/rules/own-title). */
function troubleOf({ name }: SourceRow, code: string | undefined): Trouble {
  if (code === needCode) return { title: `${name}: deliveries can’t be verified`, body: "source_alert.unverifiable" };
  if (code !== sealedCode) return { title: `${name} is sending invalid data`, body: "source_alert.invalid" };
  return { title: `${name}: settings can’t be decrypted`, body: "source_alert.sealed" };
}

const cutTrouble = ({ name }: SourceRow): Trouble => ({
  title: `${name} sends more than is read`,
  body: "source_alert.cut",
});

interface About {
  status: AlertSignal["status"];
  startedAt: number | null;
  code?: string;
}

const aboutSource = (source: SourceRow, { status, startedAt, code }: About): AlertSignal =>
  alertSignal({ key: refusedKey, status, severity: "warning", ...troubleOf(source, code), startedAt });

const codeOf = (failure: Failure): string | undefined => ("code" in failure ? failure.code : undefined);

/** Our own alerts about a source, as they stand. */
export interface OwnAlerts {
  refused: AlertFact | null;
  silent: AlertFact | null;
  /** By their keys, that something was cut. */
  cut(key: string): AlertFact | null;
}

const isFiring = (alert: AlertFact | null) => alert?.state === "firing";

/**
 * The sender's signals, and ours about the source: refused opens one alert, the next readable delivery resolves it, and
 * that the source was silent too.
 */
export function signalsOf(examined: Examined, own: OwnAlerts, { at, now }: { at: number; now: number }): Signal[] {
  const { source, result } = examined;
  if (!result.ok) {
    const startedAt = isFiring(own.refused) ? null : at;
    return [aboutSource(source, { status: "firing", startedAt, code: codeOf(result.failure) })];
  }
  const { name, silenceHours } = source;
  const readable = isFiring(own.refused) ? [aboutSource(source, { status: "resolved", startedAt: null })] : [];
  // One that lay in an inbox may have come so long ago that its source is silent all the same.
  const hours = silenceHours ?? 0;
  const speaks = isFiring(own.silent) && isSent(examined) && at + silenceOf(hours) > now;
  const spoken = speaks ? [silenceSignal({ name, status: "resolved", hours, at })] : [];
  const marks = isSent(examined) ? cutMarks(result.value, own.cut, at) : [];
  const cuts = marks.map((each) => alertSignal({ ...each, severity: "warning", ...cutTrouble(source) }));
  return [...result.value.signals, ...readable, ...spoken, ...cuts];
}

const reasonOf = (failure: Failure): string => codeOf(failure) || failure.name;

function outcomeOf({ result }: Examined): { outcome: string; reason: string | null } {
  if (!result.ok) return { outcome: "refused", reason: reasonOf(result.failure) };
  const { signals, skipped } = result.value;
  return { outcome: signals.length > 0 ? "accepted" : "ignored", reason: skipped[0]?.code ?? null };
}

const reasonLength = 200;

/** Of so many signals its row says what became of them; a group that closes may have thousands. */
const toldAtMost = 1000;

const skippedAs = (key: string, code: string, reason: string): SignalOutcome => {
  return { key, state: "skipped", outcome: code, flags: [code], reason: cut(storable(reason), reasonLength) };
};

/** What was wrong with it, in words, where more is known than a code. */
function whyRefused(failure: Failure): SignalOutcome[] {
  const fields = "fields" in failure ? Object.values(failure.fields) : [];
  const detail = "detail" in failure && failure.detail ? [failure.detail] : fields;
  return detail.length === 0 ? [] : [skippedAs("", reasonOf(failure), detail.join(" "))];
}

function toldSignals({ result }: Examined, outcomes: readonly AlertOutcome[]): SignalOutcome[] {
  const told = outcomes.map(({ key, state, outcome, flags }) => ({ key, state, outcome, flags }));
  if (!result.ok) return [...told, ...whyRefused(result.failure)];
  const { skipped } = result.value;
  const left = skipped.map(({ key = "", code, reason }) => skippedAs(key, code, reason));
  return [...told.slice(0, toldAtMost), ...left.slice(0, toldAtMost)];
}

/** `mark`: the how-manieth of its batch that asks to settle; 0 = it does not. */
export function draftOf(examined: Examined, outcomes: readonly AlertOutcome[], now: number, mark: number) {
  const { source, delivery } = examined;
  const { id, headers, body, bodyHash } = delivery;
  const identity = { sourceId: source.id, id, pageId: source.pageId, receivedAt: now };
  const told = { ...outcomeOf(examined), signals: toldSignals(examined, outcomes), settleMark: mark };
  const replayOf = examined.replays?.id ?? null;
  return { ...identity, headers, body, bodyHash, replayOf, ...told } satisfies DeliveryDraft;
}

/** Who sees 503 and who 429 depends on what the source's tool does with them. */
export const tooMany = (adapter: AnySource, retryAfter: number): Failure =>
  adapter.limitStatus === 503 ? { name: "overloaded", retryAfter } : { name: "limited", retryAfter };
