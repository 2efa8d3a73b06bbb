import type { SourceRow } from "~/db/queries/accept-facts";
import type { DeliveryDraft } from "~/db/queries/accept-rows";
import type { SignalOutcome } from "~/db/schema/source";
import type { AnySource } from "~/ingest/contract";
import type { AlertFact } from "~/rules/alerts/alert";
import type { AlertOutcome } from "~/rules/alerts/delivery";
import { type AlertSignal, alertSignal, type Reading, refusedKey, type Signal } from "~/rules/alerts/signal";
import type { Failure, Result } from "~/rules/basics/failure";

/** A delivery that has been examined: read, or refused with the reason. */
export interface Examined {
  source: SourceRow;
  adapter: AnySource;
  /** `eventId`: the id is the sender's, so it may come again. */
  delivery: { id: string; eventId: boolean; headers: Record<string, string>; body: string; bodyHash: string };
  result: Result<Reading>;
  /** Made by us, so it is no sign of life of the source, and whatever has become of its settings it is kept. */
  isTest?: boolean;
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

function troubleOf({ name }: SourceRow, code: string | undefined): { title: string; body: string } {
  if (code === needCode) {
    const body =
      "What proves its deliveries could not be fetched from its sender’s host. Its sender is asked to retry; the next accepted delivery resolves this.";
    return { title: `Source ${name}: its deliveries cannot be verified`, body };
  }
  if (code !== sealedCode) {
    const body = "See its deliveries for the reason. The next valid delivery resolves this.";
    return { title: `Source ${name} is sending invalid data`, body };
  }
  const body =
    "Set that secret as UPFRONT_SECRET_OLD again, or save the source’s settings again. Its sender is asked to retry; the next accepted delivery resolves this.";
  return { title: `Source ${name}: its settings were sealed with a secret that is no longer set`, body };
}

interface About {
  status: AlertSignal["status"];
  startedAt: number | null;
  code?: string;
}

const aboutSource = (source: SourceRow, { status, startedAt, code }: About): AlertSignal =>
  alertSignal({ key: refusedKey, status, severity: "warning", ...troubleOf(source, code), startedAt });

const codeOf = (failure: Failure): string | undefined => ("code" in failure ? failure.code : undefined);

/** The sender's signals, and ours about the source: refused opens it, the next readable delivery resolves it. */
export function signalsOf({ source, result }: Examined, own: AlertFact | null, now: number): Signal[] {
  const isFiring = own?.state === "firing";
  if (!result.ok) {
    const startedAt = isFiring ? null : now;
    return [aboutSource(source, { status: "firing", startedAt, code: codeOf(result.failure) })];
  }
  const over = aboutSource(source, { status: "resolved", startedAt: null });
  return isFiring ? [...result.value.signals, over] : result.value.signals;
}

const reasonOf = (failure: Failure): string => codeOf(failure) || failure.name;

function outcomeOf({ result }: Examined): { outcome: string; reason: string | null } {
  if (!result.ok) return { outcome: "refused", reason: reasonOf(result.failure) };
  const { signals, skipped } = result.value;
  return { outcome: signals.length > 0 ? "accepted" : "ignored", reason: skipped[0]?.code ?? null };
}

function toldSignals({ result }: Examined, outcomes: readonly AlertOutcome[]): SignalOutcome[] {
  const told = outcomes.map(({ key, state, outcome, flags }) => ({ key, state, outcome, flags }));
  const skipped = result.ok ? result.value.skipped : [];
  return [...told, ...skipped.map(({ key = "", code }) => ({ key, state: "skipped", outcome: code, flags: [code] }))];
}

/** `mark`: the how-manieth of its batch that asks to settle; 0 = it does not. */
export function draftOf(examined: Examined, outcomes: readonly AlertOutcome[], now: number, mark: number) {
  const { source, delivery } = examined;
  const { id, headers, body, bodyHash } = delivery;
  const identity = { sourceId: source.id, id, pageId: source.pageId, receivedAt: now };
  const told = { ...outcomeOf(examined), signals: toldSignals(examined, outcomes), settleMark: mark };
  return { ...identity, headers, body, bodyHash, ...told } satisfies DeliveryDraft;
}

/** Who sees 503 and who 429 depends on what the source's tool does with them. */
export const tooMany = (adapter: AnySource, retryAfter: number): Failure =>
  adapter.limitStatus === 503 ? { name: "overloaded", retryAfter } : { name: "limited", retryAfter };
