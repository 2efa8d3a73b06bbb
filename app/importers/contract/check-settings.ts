import { dnsRecordTypes } from "~/monitors/contract/dns/record-values";
import { rdapAddressOf } from "~/monitors/contract/domain/registries";
import { httpSettingsSchema } from "~/monitors/contract/http/settings";
import { parseHeaderLines } from "~/monitors/contract/http/status-ranges";
import { normaliseHost } from "~/net/host-name";
import { foreignText } from "./foreign-values";
import type { MoveNotes, NoteSubject } from "./move-notes";

/** A monitor's kind with settings that the kind accepts. */
export interface CheckSettings {
  kind: string;
  settings: Record<string, unknown>;
  /** Settings that the kind refused, so that the check lacks them. */
  dropped: string[];
}

const isHost = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}.:%_-]{0,252}$/u.test(text);

const portOf = (port: number | null): number | null =>
  port !== null && Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : null;

/** Removes the settings that are not set. */
const settingsGiven = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => (value ?? "") !== ""));

/** Returns headers as lines, and the names of those that a check may not send. */
export function checkHeaderLines(headers: readonly (readonly [name: string, value: string])[]) {
  const lines = headers.map(([name, value]) => ({ name, line: `${name}: ${value}` }));
  const isSendable = ({ line }: { line: string }) => !/[\r\n]/.test(line) && !("wrong" in parseHeaderLines(line));
  const sent = lines.filter(isSendable).map(({ line }) => line);
  return { text: sent.join("\n"), refused: lines.filter((each) => !isSendable(each)).map(({ name }) => name) };
}

/** Returns headers as lines that are sealed; notes that they may be secrets, and those that a check may not send. */
export function convertCheckHeaders(
  headers: readonly (readonly [name: string, value: unknown])[],
  field: string,
  subject: NoteSubject,
  notes: MoveNotes,
): string {
  const { text, refused } = checkHeaderLines(headers.map(([name, value]) => [name, foreignText(value)]));
  for (const name of refused)
    notes.leftOut(subject, `${field}.${name.slice(0, 60)}`, "A check here sets this header itself, or cannot send it.");
  if (text !== "") notes.secretFound(subject, field, "They may hold a secret: they are sealed, and shown nowhere.");
  return text;
}

/** Settings of an HTTP check; those that its schema refuses are dropped. Null when the address is none. */
export function httpCheckSettings(given: Record<string, unknown>): CheckSettings | null {
  const settings = settingsGiven(given);
  if (!/^https?:\/\//i.test(String(settings.url ?? ""))) return null;
  const dropped: string[] = [];
  for (;;) {
    const read = httpSettingsSchema.safeParse(settings);
    if (read.success) return { kind: "http", settings, dropped };
    const field = String(read.error.issues[0]?.path[0] ?? "url");
    if (field === "url" || !(field in settings)) return null;
    delete settings[field];
    dropped.push(field);
  }
}

export function tcpCheckSettings(
  host: string,
  port: number | null,
  more: Record<string, unknown> = {},
): CheckSettings | null {
  const found = portOf(port);
  if (found === null || !isHost(host)) return null;
  return { kind: "tcp", settings: settingsGiven({ host, port: found, ...more }), dropped: [] };
}

export function tlsCheckSettings(
  host: string,
  port: number | null,
  more: Record<string, unknown> = {},
): CheckSettings | null {
  const found = portOf(port ?? 443);
  if (found === null || !isHost(host)) return null;
  return { kind: "tls", settings: settingsGiven({ host, port: found, ...more }), dropped: [] };
}

export const pingCheckSettings = (host: string): CheckSettings | null =>
  isHost(host) ? { kind: "ping", settings: { host }, dropped: [] } : null;

export function websocketCheckSettings(url: string, more: Record<string, unknown> = {}): CheckSettings | null {
  if (!/^wss?:\/\//i.test(url) || !URL.canParse(url) || url.length > 2048) return null;
  return { kind: "websocket", settings: settingsGiven({ url, ...more }), dropped: [] };
}

const dnsName = /^[\p{L}\p{M}\p{N}_*-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.?$/u;

/** A DNS check; with values, at least one of them must be answered. */
export function dnsCheckSettings(name: string, type: string, values: readonly string[] = []): CheckSettings | null {
  const asked = type.toUpperCase() || "A";
  if (!dnsName.test(name) || name.length > 253 || !Object.hasOwn(dnsRecordTypes, asked)) return null;
  const text = values.join("\n");
  const expected = text.trim() === "" || text.length > 4000 ? {} : { match: "any", values: text };
  return { kind: "dns", settings: { name, type: asked, ...expected }, dropped: [] };
}

/** A check of a domain's registration; null for a name whose registry is not known. */
export function domainCheckSettings(host: string, days: number): CheckSettings | null {
  const name = (normaliseHost(host) ?? "").split(".").slice(-2).join(".");
  if (!/^[a-z0-9-]{1,63}\.[a-z][a-z0-9-]*$/.test(name) || rdapAddressOf(name) === null) return null;
  return { kind: "domain", settings: { name, days: clampedExpiryDays(days, 180) }, dropped: [] };
}

/** Returns days before an expiry as a whole number that the setting accepts. */
export const clampedExpiryDays = (days: number, most: number): number => Math.min(most, Math.max(1, Math.ceil(days)));

/** Returns sorted statuses as the setting writes them: `200-299, 301`. */
export function statusRangesText(statuses: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const status of statuses) {
    const last = ranges.at(-1);
    if (last && last[1] === status - 1) last[1] = status;
    else ranges.push([status, status]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

export interface HostAndPort {
  host: string;
  port: number | null;
}

/** Splits `host:port`, an address with a scheme, or a bare host. */
export function hostAndPort(address: string): HostAndPort {
  const rest =
    address
      .trim()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
      .split(/[/?#]/)[0] ?? "";
  const [, v6, v6Port] = /^\[([0-9a-f:.]+)\](?::(\d{1,5}))?$/i.exec(rest) ?? [];
  if (v6 !== undefined) return { host: v6, port: v6Port === undefined ? null : Number(v6Port) };
  const [, host = rest, port] = /^([^:]*):(\d{1,5})$/.exec(rest) ?? [];
  return { host, port: port === undefined ? null : Number(port) };
}

/** Returns accepted statuses as a monitor has them, from words such as `2xx` and `301`; without any, all that are no error. */
export function acceptedStatuses(words: readonly string[]): string {
  const ranges = words.map((word) => word.trim().replace(/^([1-5])xx$/i, "$100-$199"));
  return ranges.length > 0 ? ranges.join(", ") : "200-399";
}

/** Returns the settings of a sign-in by a token (`BEARER`), or by name and password. */
export const signInSettings = (type: string, username: string, password: string): Record<string, unknown> =>
  type === "BEARER" ? { auth: "bearer", token: password } : { auth: "basic", username, password };
