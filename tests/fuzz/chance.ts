import { sizedBy } from "../support/sizes";

/** The same seed gives the same cases: `UPFRONT_FUZZ_SEED` tries others, `UPFRONT_FUZZ` says how many in all. */
export const seed = Number(process.env.UPFRONT_FUZZ_SEED ?? 1);
export const full = 20_000;
/** Of the requests, in `npm test`. */
export const usualShare = 1 / 4;

const shareOf = (all: number, thousandths: number): number => Math.ceil((all * thousandths) / 1000);

/** So many of the cases, of which the parts are thousandths. */
export const cases = (thousandths: number): number => shareOf(sizedBy("UPFRONT_FUZZ", full, full), thousandths);

/** The same of requests, of which one costs as much as a hundred calls of an adapter: a quarter without `--long`. */
export const requests = (thousandths: number): number =>
  shareOf(sizedBy("UPFRONT_FUZZ", full * usualShare, full), thousandths);

const nasty = [
  ...["", " ", "a", "0", "-1", "1e999", "NaN", "null", "true", "[]", "{}", "undefined", "2026-13-45T99:99:99Z"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "a.b",
    "a[0]",
    "a[]",
    "..",
    "../../etc/passwd",
    "%ff",
    "%00",
  ],
  ...[
    "\u0000",
    "\r\nx: y",
    "é",
    "💥",
    "\ud800",
    "\u202e",
    "\ufeff",
    "ß".repeat(300),
    "a".repeat(5000),
    "9".repeat(400),
  ],
  ...[
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "{{7*7}}",
    "$..a",
    "=cmd|'/C calc'!A0",
    "javascript:alert(1)",
    "//evil.example",
  ],
  ...[
    "http://127.0.0.1/",
    "https://example.com/",
    "ann@example.com",
    "FREQ=DAILY;COUNT=9999999",
    "* * * * *",
    "Mars/Olympus",
  ],
];

/** Draws that follow from the seed and the name of what they are for. */
export class Chance {
  private state: number;

  constructor(name: string) {
    this.state = seed;
    for (const letter of name) this.state = Math.imul(this.state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }

  /** mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below = (count: number): number => Math.floor(this.next() * count);

  often = (share: number): boolean => this.next() < share;

  one = <T>(from: readonly T[]): T => from[this.below(from.length)] as T;

  text(): string {
    if (this.often(0.7)) return this.one(nasty);
    return Array.from({ length: this.below(20) }, () =>
      String.fromCharCode(this.below(this.often(0.8) ? 128 : 65_536)),
    ).join("");
  }

  /** Fit for a header's value. */
  headerText = (): string => this.text().replaceAll(/[^\x20-\x7e\x80-\xff]/g, "?");

  json(depth = 3): unknown {
    const kinds = [
      () => null,
      () => this.often(0.5),
      () => this.one([0, -1, 1e300, 0.1, 2 ** 53, this.below(1000)]),
      () => this.text(),
    ];
    if (depth === 0 || this.often(0.6)) return this.one(kinds)();
    if (this.often(0.5)) return Array.from({ length: this.below(4) }, () => this.json(depth - 1));
    return Object.fromEntries(Array.from({ length: this.below(4) }, () => [this.text(), this.json(depth - 1)]));
  }

  /** Something that looks like this, with parts of it replaced or left out. */
  spoilt(value: unknown): unknown {
    if (this.often(0.08)) return this.json();
    if (Array.isArray(value)) {
      if (this.often(0.05)) return [];
      return value.map((each) => this.spoilt(each));
    }
    if (typeof value !== "object" || value === null) return this.often(0.1) ? this.json(1) : value;
    const kept = Object.entries(value).filter(() => !this.often(0.05));
    return Object.fromEntries(kept.map(([name, each]) => [this.often(0.02) ? this.text() : name, this.spoilt(each)]));
  }
}
