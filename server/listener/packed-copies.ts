import type { IncomingHttpHeaders } from "node:http";
import { type ContentCoding, packBody } from "./compress.ts";

/** An answer as received, and compressed in the codings that were requested. */
export interface PackedCopy {
  etag: string;
  /** Header lines of the answer. */
  lines: string[];
  body: Buffer;
  packed: Map<ContentCoding, Promise<Buffer>>;
}

interface CopyResponse {
  status: number;
  headers: IncomingHttpHeaders;
}

/** True when the worker marks an answer as cacheable by anyone, and gives an etag. */
export const isKeepable = ({ status, headers }: CopyResponse): boolean =>
  status === 200 &&
  headers.etag !== undefined &&
  headers["set-cookie"] === undefined &&
  headers["content-encoding"] === undefined &&
  /\bpublic\b/.test(headers["cache-control"] ?? "");

/** Most copies of one address: readers differ in language, zone, theme and format. */
const maxCopiesPerAddress = 8;

/** Returns an upper bound of the memory: the body, its two compressed forms, header lines and map entries. */
const weigh = ({ body }: PackedCopy) => 2048 + 2 * body.length;

/**
 * Answers by address and etag, so that none is compressed twice. They are never sent without a request to the worker,
 * which decides each time if this etag is the present answer for this reader.
 */
export class PackedCopies {
  private readonly addresses = new Map<string, Map<string, PackedCopy>>();
  private bytes = 0;

  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.bytes;
  }

  /** Returns the copies of an address, the newest last. */
  of(address: string): readonly PackedCopy[] {
    const found = this.addresses.get(address);
    if (!found) return [];
    this.addresses.delete(address);
    this.addresses.set(address, found);
    return [...found.values()];
  }

  keep(address: string, { etag, lines, body }: Omit<PackedCopy, "packed">): PackedCopy {
    const copy: PackedCopy = { etag, lines, body, packed: new Map() };
    const found = this.addresses.get(address) ?? new Map<string, PackedCopy>();
    this.addresses.delete(address);
    this.addresses.set(address, found);
    this.drop(found, etag);
    found.set(etag, copy);
    this.bytes += weigh(copy);
    for (const [oldest] of found) if (found.size > maxCopiesPerAddress) this.drop(found, oldest);
    this.shrink();
    return copy;
  }

  packed(copy: PackedCopy, coding: ContentCoding): Promise<Buffer> {
    const known = copy.packed.get(coding);
    if (known) return known;
    const made = packBody(copy.body, coding);
    copy.packed.set(coding, made);
    made.catch(() => copy.packed.delete(coding));
    return made;
  }

  private drop(found: Map<string, PackedCopy>, etag: string): void {
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
