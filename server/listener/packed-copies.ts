import type { IncomingHttpHeaders } from "node:http";
import { type ContentCoding, compressBody } from "./compress.ts";

/** An answer as received, and compressed in the codings that were requested. */
export interface CachedResponse {
  etag: string;
  /** Header lines of the answer. */
  lines: string[];
  body: Buffer;
  packed: Map<ContentCoding, Promise<Buffer>>;
}

interface CacheableResponse {
  status: number;
  headers: IncomingHttpHeaders;
}

/** True when the worker marks an answer as cacheable by anyone, and gives an etag. */
export const isCacheableResponse = ({ status, headers }: CacheableResponse): boolean =>
  status === 200 &&
  headers.etag !== undefined &&
  headers["set-cookie"] === undefined &&
  headers["content-encoding"] === undefined &&
  /\bpublic\b/.test(headers["cache-control"] ?? "");

/** Maximum number of copies of one address, which differ in language, time zone, theme and format. */
const maxCopiesPerAddress = 8;

/** Returns an upper bound of the memory: the body, its two compressed forms, header lines and map entries. */
const weigh = ({ body }: CachedResponse) => 2048 + 2 * body.length;

/**
 * Answers by address and etag, so that none is compressed twice. They are never sent without a request to the worker,
 * which decides each time if this etag is the present answer for this reader.
 */
export class CompressedResponseCache {
  private readonly addresses = new Map<string, Map<string, CachedResponse>>();
  private bytes = 0;

  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.bytes;
  }

  /** Returns the copies of an address, the newest last. */
  of(address: string): readonly CachedResponse[] {
    const found = this.addresses.get(address);
    if (!found) return [];
    this.addresses.delete(address);
    this.addresses.set(address, found);
    return [...found.values()];
  }

  keep(address: string, { etag, lines, body }: Omit<CachedResponse, "packed">): CachedResponse {
    const copy: CachedResponse = { etag, lines, body, packed: new Map() };
    const found = this.addresses.get(address) ?? new Map<string, CachedResponse>();
    this.addresses.delete(address);
    this.addresses.set(address, found);
    this.drop(found, etag);
    found.set(etag, copy);
    this.bytes += weigh(copy);
    for (const [oldest] of found) if (found.size > maxCopiesPerAddress) this.drop(found, oldest);
    this.shrink();
    return copy;
  }

  packed(copy: CachedResponse, coding: ContentCoding): Promise<Buffer> {
    const known = copy.packed.get(coding);
    if (known) return known;
    const made = compressBody(copy.body, coding);
    copy.packed.set(coding, made);
    made.catch(() => copy.packed.delete(coding));
    return made;
  }

  private drop(found: Map<string, CachedResponse>, etag: string): void {
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
