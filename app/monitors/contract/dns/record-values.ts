import { normaliseHostOrKeepText } from "~/net/host-name";
import { concatBytes } from "~/text/joined-bytes";
import { normaliseRdata } from "./rdata";

/** Record types by their numbers in answers (IANA, "Resource Record (RR) TYPEs"). */
export const dnsRecordTypes = {
  A: 1,
  AAAA: 28,
  CNAME: 5,
  MX: 15,
  NS: 2,
  TXT: 16,
  SOA: 6,
  SRV: 33,
  CAA: 257,
  PTR: 12,
  DS: 43,
  HTTPS: 65,
} as const;

export type DnsRecordType = keyof typeof dnsRecordTypes;

/** One resolver's response about a name. */
export interface DnsAnswer {
  /** RFC 1035 §4.1.1, RFC 6895 §2.3: 0 = no error, 2 = SERVFAIL, 3 = NXDOMAIN. */
  code: number;
  proven: boolean;
  /** Distinct values, sorted as text. */
  values: string[];
}

const utf8 = new TextEncoder();

/** Decodes `\ddd` to the byte of that number and `\x` to the character x (RFC 1035 §5.1). */
function unescaped(text: string): Uint8Array {
  const parts = text.split(/(\\\d{3}|\\.)/s).map((part) => {
    const [, number] = /^\\(\d{3})$/.exec(part) ?? [];
    if (number !== undefined && Number(number) < 256) return Uint8Array.of(Number(number));
    return utf8.encode(part.startsWith("\\") ? part.slice(1) : part);
  });
  return concatBytes(parts);
}

/** Joins texts of up to 255 bytes each, quoted or not, into one (RFC 7208 §3.3). */
function textOf(data: string): string {
  const quoted = [...data.matchAll(/"((?:[^"\\]|\\(?:.|$))*)(?:"|$)/gs)].map(([, part = ""]) => part);
  const parts = data.startsWith('"') ? quoted : [data];
  const bytes = concatBytes(parts.map(unescaped));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Decodes bytes that are not UTF-8 so that each byte is compared.
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** Returns the normal form of an IPv6 address, as `URL` writes it. */
function addressOf(text: string): string {
  const url = URL.parse(`http://[${text}]/`);
  return url ? url.hostname.slice(1, -1) : text;
}

/** Removes trailing dots; of a part that is only dots one stays, because an empty part would be lost. */
function withoutLastDots(part: string): string {
  let end = part.length;
  while (end > 1 && part[end - 1] === ".") end -= 1;
  return part.slice(0, end);
}

/**
 * Normalises the names in a value as they are queried; `example.com` equals `EXAMPLE.COM.`, and both forms of `bücher`
 * are equal.
 */
const namesAlike = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((part) => withoutLastDots(/^\p{ASCII}*$/u.test(part) ? part : normaliseHostOrKeepText(part)))
    .join(" ");

/** Normalises flags, tag and value of a CAA record; tags are case-insensitive (RFC 8659 §4.1). */
function authorisationOf(text: string): string {
  const [flags = "", tag = ""] = text.split(/\s+/, 2);
  const value = text.slice(text.indexOf(tag, flags.length) + tag.length).trim();
  if (!/^\d{1,3}$/.test(flags) || tag === "" || value === "") return text.replace(/"/g, "").trim();
  return `${Number(flags)} ${tag.toLowerCase()} ${textOf(value)}`;
}

/** Normalises a DS record, whose digest may be written in parts. */
function digestOf(text: string): string {
  const [key = "", algorithm = "", kind = "", ...digits] = text.toUpperCase().split(/\s+/);
  return [key, algorithm, kind, digits.join("")].join(" ").trim();
}

/** Normalises an HTTPS record: parameters may come in any order, their values quoted or not (RFC 9460 §2.1). */
function serviceOf(text: string): string {
  const [priority = "", target = "", ...parameters] = text.split(/\s+/);
  const plain = parameters.map((each) => each.replace(/"/g, "").replace(/^[^=]+/, (name) => name.toLowerCase()));
  const alike = plain.map((each) =>
    each.startsWith("ipv6hint=") ? `ipv6hint=${each.slice(9).split(",").map(addressOf).join(",")}` : each,
  );
  return [priority, namesAlike(target), ...alike.toSorted()].join(" ");
}

/** Returns a value in the form used for comparison: one notation, names in lower case and without the last dot. */
export function toComparableRecordValue(type: DnsRecordType, data: string): string {
  const text = normaliseRdata(type, data.trim());
  if (type === "TXT") return textOf(text);
  if (type === "AAAA") return addressOf(text.toLowerCase());
  if (type === "CAA") return authorisationOf(text);
  if (type === "DS") return digestOf(text);
  return type === "HTTPS" ? serviceOf(text) : namesAlike(text);
}

/** Returns the third of the seven parts of an SOA record (RFC 1035 §3.3.13); null when it is not a valid serial. */
export function soaSerialOf(values: readonly string[]): number | null {
  const serial = Number(values[0]?.split(" ")[2]);
  return Number.isInteger(serial) && serial >= 0 && serial < 2 ** 32 ? serial : null;
}

/** Returns true when the serial is `least` or later, on a circle of 2^32 (RFC 1982 §3.2). */
export const isSoaSerialFrom = (serial: number, least: number): boolean =>
  (serial - least + 2 ** 32) % 2 ** 32 < 2 ** 31;
