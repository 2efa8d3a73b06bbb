import type { Refusal } from "~/failures/refusal";

/** What came back, as people may see it: secrets struck out, the body cut. */
export interface Answer {
  /** Of HTTP; absent = what was received on a connection. */
  status?: number;
  headers: [name: string, value: string][];
  /** At most `bodyShown` characters. */
  body: string;
}

export const bodyShown = 2048;

/** The certificate that a server showed, whether or not it is trusted; instants in ms. */
export interface SeenCertificate {
  subject: string;
  /** For which it is valid, at most `namesShown`. */
  names: string[];
  issuer: string;
  validFrom: number;
  validTo: number;
  serial: string;
  /** SHA-256. */
  fingerprint: string;
}

export const namesShown = 20;

/** What a check that found something down saw. */
export interface Evidence {
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  steps: { title: Refusal; ok: boolean; detail: Refusal }[];
  answer?: Answer;
  certificate?: SeenCertificate;
}

/** As it is kept, with the instant of the check (ms). */
export interface KeptEvidence extends Evidence {
  seenAt: number;
}

interface Saw {
  first?: KeptEvidence | undefined;
  isDown: boolean;
  evidence: Evidence | undefined;
  /** UTC ms / 60,000. */
  minute: number;
}

/** What the first of several results in a row saw that are down, until they are confirmed. */
export function firstSeen({ first, isDown, evidence, minute }: Saw): { first?: KeptEvidence } {
  if (!isDown) return {};
  const seen = first ?? (evidence && { ...evidence, seenAt: minute * 60_000 });
  return seen ? { first: seen } : {};
}

/** So long evidence is kept, in ms. */
export const evidenceKept = 30 * 24 * 3600_000;

/** A monitor that flaps leaves one row in so many ms. */
export const evidenceApart = 15 * 60_000;
