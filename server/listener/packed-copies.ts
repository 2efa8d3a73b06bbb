import type { IncomingHttpHeaders } from "node:http";
import { type Coding, packed } from "./compress.ts";

/** An answer as it came, and packed in the codings in which it was asked for. */
export interface Copy {
  etag: string;
  /** Header lines of the answer. */
  lines: string[];
  body: Buffer;
  packed: Map<Coding, Promise<Buffer>>;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
}

/** The worker says of it that anybody may keep it, and by which name it knows it again. */
export const isKeepable = ({ status, headers }: Answered): boolean =>
  status === 200 &&
  headers.etag !== undefined &&
  headers["set-cookie"] === undefined &&
  headers["content-encoding"] === undefined &&
  /\bpublic\b/.test(headers["cache-control"] ?? "");

/** Readers of one address differ in language, zone, theme and format. */
const mostOfOne = 8;

/** The body, what it packs to in both codings, header lines and map entries: more than any of them takes. */
const weigh = ({ body }: Copy) => 2048 + 2 * body.length;

/**
 * Answers by address and etag, so that none is packed twice. They are never an answer by themselves: the worker is asked
 * each time whether this etag is what this reader sees now.
 */
export class PackedCopies {
  private readonly addresses = new Map<string, Map<string, Copy>>();
  private bytes = 0;

  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.bytes;
  }

  /** The newest last. */
  of(address: string): readonly Copy[] {
    const found = this.addresses.get(address);
    if (!found) return [];
    this.addresses.delete(address);
    this.addresses.set(address, found);
    return [...found.values()];
  }

  keep(address: string, { etag, lines, body }: Omit<Copy, "packed">): Copy {
    const copy: Copy = { etag, lines, body, packed: new Map() };
    const found = this.addresses.get(address) ?? new Map<string, Copy>();
    this.addresses.delete(address);
    this.addresses.set(address, found);
    this.drop(found, etag);
    found.set(etag, copy);
    this.bytes += weigh(copy);
    for (const [oldest] of found) if (found.size > mostOfOne) this.drop(found, oldest);
    this.shrink();
    return copy;
  }

  packed(copy: Copy, coding: Coding): Promise<Buffer> {
    const known = copy.packed.get(coding);
    if (known) return known;
    const made = packed(copy.body, coding);
    copy.packed.set(coding, made);
    made.catch(() => copy.packed.delete(coding));
    return made;
  }

  private drop(found: Map<string, Copy>, etag: string): void {
    const copy = found.get(etag);
    if (!copy) return;
    found.delete(etag);
    this.bytes -= weigh(copy);
  }

  private shrink(): void {
    for (const [address, found] of this.addresses) {
      if (this.bytes <= this.most) return;
      for (const etag of found.keys()) this.drop(found, etag);
      this.addresses.delete(address);
    }
  }
}
