import type { DnsRecordType } from "./record-values";

/** Reads bytes from the current position; throws a RangeError past the end. */
class Bytes {
  private at = 0;
  constructor(private readonly all: Uint8Array) {}

  get left(): number {
    return this.all.length - this.at;
  }

  take(count: number): Uint8Array {
    if (count > this.left) throw new RangeError("short");
    this.at += count;
    return this.all.subarray(this.at - count, this.at);
  }

  number(bytes: number): number {
    return this.take(bytes).reduce((number, byte) => number * 256 + byte, 0);
  }
}

const escaped = (byte: number) => `\\${String(byte).padStart(3, "0")}`;

/** Writes bytes as master files do: anything that is not printable ASCII by its number (RFC 1035 §5.1). */
const textOf = (bytes: Uint8Array, quoted: RegExp): string =>
  [...bytes]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      if (byte < 32 || byte > 126) return escaped(byte);
      return quoted.test(sign) ? `\\${sign}` : sign;
    })
    .join("");

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Reads a name, which is never compressed here: there is no message to point into (RFC 3597 §4). */
function nameOf(bytes: Bytes): string {
  const labels: string[] = [];
  for (let length = bytes.number(1); length > 0; length = bytes.number(1)) {
    if (length > 63) throw new RangeError("label");
    labels.push(textOf(bytes.take(length), /[.\\"]/));
  }
  return labels.length === 0 ? "." : labels.join(".");
}

const address4 = (bytes: Uint8Array) => [...bytes].join(".");

const address6 = (bytes: Uint8Array) =>
  Array.from({ length: 8 }, (_, at) => hexOf(bytes.subarray(2 * at, 2 * at + 2))).join(":");

function each<T>(bytes: Bytes, read: () => T): T[] {
  const all: T[] = [];
  while (bytes.left > 0) all.push(read());
  return all;
}

const characterString = (bytes: Bytes) => `"${textOf(bytes.take(bytes.number(1)), /["\\]/)}"`;

const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** Service parameters of RFC 9460 §14.3.2. */
const parameters: Record<number, [name: string, value: (value: Uint8Array) => string]> = {
  1: [
    "alpn",
    (value) => {
      const bytes = new Bytes(value);
      return each(bytes, () => textOf(bytes.take(bytes.number(1)), /[,"\\]/)).join(",");
    },
  ],
  2: ["no-default-alpn", () => ""],
  3: ["port", (value) => String(new Bytes(value).number(2))],
  4: ["ipv4hint", (value) => grouped(value, 4, address4)],
  5: ["ech", base64Of],
  6: ["ipv6hint", (value) => grouped(value, 16, address6)],
  7: ["dohpath", (value) => textOf(value, /["\\]/)],
};

function grouped(value: Uint8Array, size: number, text: (part: Uint8Array) => string): string {
  const bytes = new Bytes(value);
  return each(bytes, () => text(bytes.take(size))).join(",");
}

function parameter(bytes: Bytes): string {
  const key = bytes.number(2);
  const value = bytes.take(bytes.number(2));
  const [name, text] = parameters[key] ?? [`key${key}`, (given: Uint8Array) => textOf(given, /["\\]/)];
  const shown = text(value);
  return shown === "" ? name : `${name}=${shown}`;
}

const serviceOf = (bytes: Bytes) => [bytes.number(2), nameOf(bytes), ...each(bytes, () => parameter(bytes))].join(" ");

const readers: Record<DnsRecordType, (bytes: Bytes) => string> = {
  A: (bytes) => address4(bytes.take(4)),
  AAAA: (bytes) => address6(bytes.take(16)),
  CNAME: nameOf,
  NS: nameOf,
  PTR: nameOf,
  MX: (bytes) => `${bytes.number(2)} ${nameOf(bytes)}`,
  TXT: (bytes) => each(bytes, () => characterString(bytes)).join(" "),
  SOA: (bytes) => [nameOf(bytes), nameOf(bytes), ...[1, 2, 3, 4, 5].map(() => bytes.number(4))].join(" "),
  SRV: (bytes) => `${bytes.number(2)} ${bytes.number(2)} ${bytes.number(2)} ${nameOf(bytes)}`,
  CAA: (bytes) => {
    const [flags, tag] = [bytes.number(1), textOf(bytes.take(bytes.number(1)), /["\\]/)];
    return `${flags} ${tag} "${textOf(bytes.take(bytes.left), /["\\]/)}"`;
  },
  DS: (bytes) => `${bytes.number(2)} ${bytes.number(1)} ${bytes.number(1)} ${hexOf(bytes.take(bytes.left))}`,
  HTTPS: serviceOf,
};

/** Returns the bytes of `\# 4 c0 00 02 01` (RFC 3597 §5); null for any other notation. */
function bytesIn(data: string): Uint8Array | null {
  const [, length = "", digits = ""] = /^\\#\s+(\d{1,5})((?:\s+[\da-f]+)*)\s*$/i.exec(data) ?? [];
  const hex = digits.replace(/\s+/g, "");
  if (length === "" || hex.length !== 2 * Number(length)) return null;
  return Uint8Array.from({ length: Number(length) }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

/**
 * Rewrites a value of unknown form (RFC 3597) in the notation of its type; returns any other text, or a malformed
 * value, unchanged.
 */
export function normaliseRdata(type: DnsRecordType, data: string): string {
  const raw = bytesIn(data);
  if (raw === null) return data;
  try {
    const bytes = new Bytes(raw);
    const text = readers[type](bytes);
    return bytes.left === 0 ? text : data;
  } catch {
    return data;
  }
}
