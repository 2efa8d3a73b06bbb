import type { Refusal } from "~/failures/refusal";
import { dayMs, minuteMs } from "~/time/durations";

/** The response as people may see it: secrets are removed and the body is shortened. */
export interface ResponseEvidence {
  /** HTTP status; absent when data was received on another connection. */
  status?: number;
  headers: [name: string, value: string][];
  /** Body of at most `maxEvidenceBodyChars` characters. */
  body: string;
}

export const maxEvidenceBodyChars = 2048;

/** The certificate that a server presented, trusted or not; instants in ms. */
export interface PresentedCertificate {
  subject: string;
  /** Names for which it is valid, at most `maxCertificateNames`. */
  names: string[];
  issuer: string;
  validFrom: number;
  validTo: number;
  serial: string;
  /** SHA-256 fingerprint. */
  fingerprint: string;
}

export const maxCertificateNames = 20;

/** Evidence of a check that found a target down. */
export interface CheckEvidence {
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  steps: { title: Refusal; ok: boolean; detail: Refusal }[];
  answer?: ResponseEvidence;
  certificate?: PresentedCertificate;
}

/** Stored evidence, with the time of the check (ms). */
export interface StoredEvidence extends CheckEvidence {
  seenAt: number;
}

interface EvidenceUpdate {
  first?: StoredEvidence | undefined;
  isDown: boolean;
  evidence: CheckEvidence | undefined;
  /** Minute, as UTC ms / 60,000. */
  minute: number;
}

/** Returns the evidence of the first of several down results in a row, until they are confirmed. */
export function firstEvidence({ first, isDown, evidence, minute }: EvidenceUpdate): { first?: StoredEvidence } {
  if (!isDown) return {};
  const seen = first ?? (evidence && { ...evidence, seenAt: minute * minuteMs });
  return seen ? { first: seen } : {};
}

/** Retention of evidence, in ms. */
export const evidenceRetentionMs = 30 * dayMs;

/** Shortest time between two rows of a flapping monitor, in ms. */
export const evidenceIntervalMs = 15 * minuteMs;
