import { CliError } from "../definition/cli-error";
import { type ApiTarget, jsonIn } from "../session/api-client";
import { isLoopbackHost } from "../session/session";

/** What a deployment answers to a program that asks to be signed in (RFC 8628). */
export interface DeviceCodes {
  deviceCode: string;
  userCode: string;
  /** Page on which the person enters the code. */
  address: string;
  /** The same page with the code in it. */
  addressWithCode: string;
  /** Seconds until the code expires. */
  lifetime: number;
  /** Seconds between two questions. */
  interval: number;
}

/** Returns a number of seconds within bounds; the usual one for whatever else an answer has. */
const secondsWithin = (value: unknown, most: number, usual: number): number =>
  typeof value === "number" && value >= 1 ? Math.min(value, most) : usual;

const maxTokenSeconds = 10 * 366 * 24 * 3600;

/** Returns the seconds for which a token holds; null = it does not expire. */
export const lifetimeOf = (value: unknown): number | null =>
  typeof value === "number" && value > 0 ? Math.min(value, maxTokenSeconds) : null;

/** True for the same deployment, which has several names on its own machine. */
function isSamePlace(one: URL, other: URL): boolean {
  const isOwnMachine = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname);
  return one.origin === other.origin || (isOwnMachine && one.port === other.port && one.protocol === other.protocol);
}

/**
 * Returns the page for the code. A deployment cannot lead to another one, whose code it may have asked for itself, nor
 * have a file or a program opened. Throws CliError.
 */
function signInAddress({ url }: ApiTarget, value: unknown): string {
  const address = typeof value === "string" ? URL.parse(value) : null;
  if (address && isSamePlace(address, new URL(url))) return address.href;
  const isSite = address?.protocol === "https:" || address?.protocol === "http:";
  const other = isSite ? ` If you trust it, sign in there: upfront login ${address.origin}` : "";
  throw new CliError(`${url} leads to another address to sign in, so nothing was opened.${other}`);
}

/** Reads the codes of an answer. Throws CliError. */
export function readDeviceCodes(target: ApiTarget, text: string): DeviceCodes {
  const answer = jsonIn<Record<string, unknown> | null>(target, text) ?? {};
  return {
    deviceCode: String(answer.device_code),
    userCode: String(answer.user_code),
    address: signInAddress(target, answer.verification_uri),
    addressWithCode: signInAddress(target, answer.verification_uri_complete),
    lifetime: secondsWithin(answer.expires_in, 1800, 600),
    interval: secondsWithin(answer.interval, 60, 5),
  };
}
