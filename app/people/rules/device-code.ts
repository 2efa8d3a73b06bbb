import { minuteMs } from "~/time/durations";
import { codeFromHash } from "./code-from-hash";

/** Time within which a person has to allow a program, in ms. */
export const deviceCodeLifetimeMs = 10 * minuteMs;

/** Seconds between two polls of a program. Each poll that comes too early adds as many seconds (RFC 8628 §3.5). */
export const devicePollSeconds = 5;
export const deviceSlowDownSeconds = 5;

/** Maximum number of open requests, of one network and in total. */
export const maxOpenDeviceCodes = { network: 10, all: 200 } as const;

/**
 * Maximum number of attempts to enter a code per person and quarter of an hour, and of polls of one network per minute.
 */
export const deviceLimits = { codes: 20, polls: 240 } as const;

export const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";

/** A decision of the person; `open` until there is one. */
export type DeviceCodeState = "open" | "allowed" | "denied";

/** Consonants spell no word, and none looks like a digit (RFC 8628 §6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const codeChars = 8;

/** Returns the code that a person compares or types, such as "WDJB-MJHT", from a random hash (hex, ≥ 16 digits). */
export function userCodeFromHash(hex: string): string {
  const code = codeFromHash(hex, { alphabet: letters, length: codeChars });
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Returns a typed code in normal form, or null if the text is no code. It may be typed in any case, with or without
 * dashes and spaces.
 */
export function parseUserCode(typed: string): string | null {
  if (typed.length > 64) return null;
  const code = typed.toUpperCase().replaceAll(/[\s\-‐‑–]/g, "");
  if (code.length !== codeChars || [...code].some((letter) => !letters.includes(letter))) return null;
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Returns a program's text as it is shown to people: on one line, without invisible letters, and at most `most`
 * characters.
 */
export const sanitiseProgramText = (text: string, most: number): string =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim()
    .slice(0, most);

/** Answer to a program that asks for its token (RFC 8628 §3.5). */
export type DeviceGrantAnswer = "token" | "authorization_pending" | "access_denied" | "expired_token";

interface DeviceCodeTimes {
  state: DeviceCodeState;
  createdAt: number;
  expiresAt: number;
}

/**
 * Returns true while a request is open. A request with a time in the future, from a clock that ran ahead, has expired.
 */
export const isDeviceCodeValid = ({ createdAt, expiresAt }: Omit<DeviceCodeTimes, "state">, now: number): boolean =>
  now < expiresAt && now >= createdAt - minuteMs;

export function deviceGrantAnswer(row: DeviceCodeTimes | undefined, now: number): DeviceGrantAnswer {
  if (!row || !isDeviceCodeValid(row, now)) return "expired_token";
  if (row.state === "denied") return "access_denied";
  return row.state === "allowed" ? "token" : "authorization_pending";
}

/** The last question of a program and the seconds that it has to wait between two. */
export interface DevicePoll {
  at: number;
  seconds: number;
}

/** Decides whether a question came too early. A clock that went back forgets the question before it. */
export function countDevicePoll(known: DevicePoll | undefined, now: number): { early: boolean; next: DevicePoll } {
  const seconds = known?.seconds ?? devicePollSeconds;
  // A second of grace: a program counts from when it had the answer, not from when we gave it.
  const early = known !== undefined && known.at <= now && now - known.at < (seconds - 1) * 1000;
  return { early, next: { at: now, seconds: early ? seconds + deviceSlowDownSeconds : seconds } };
}
