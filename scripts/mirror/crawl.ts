import { asides, type Place, type Target, targetOf } from "./addresses.ts";
import { type Fetched, get } from "./fetching.ts";
import { NotMirrored } from "./options.ts";
import { linksOf } from "./rewrite.ts";

export interface Limits {
  files: number;
  bytes: number;
}

export interface Copied extends Target {
  type: string;
  bytes: Buffer;
}

export interface Crawled {
  /** Copies by their names before their type is known. */
  copies: Map<string, Copied>;
  /** Addresses that did not fit in. */
  leftOut: string[];
}

/** Simultaneous requests: few, because the page may be in the middle of an incident. */
const atOnce = 4;

/** Most bytes of one thing: no page of ours comes near it. */
export const largest = 20_000_000;

const isPage = ({ type }: { type: string }) => type === "text/html";

/** Returns the links of a page, and its files that no link names. */
function found({ url, bytes, type }: Copied, place: Place): Target[] {
  const [root = ""] = place.roots;
  const beside = asides(url.slice(root.length)).map((path) => new URL(`${root}${path}`));
  const linked = isPage({ type }) ? linksOf(bytes.toString(), url) : [];
  return [...linked, ...beside].flatMap((each) => targetOf(each, place) ?? []);
}

class Crawl {
  readonly copies = new Map<string, Copied>();
  readonly leftOut: string[] = [];
  private readonly seen = new Set<string>();
  private readonly waiting: Target[] = [];
  private size = 0;
  private readonly place: Place;
  private readonly limits: Limits;

  constructor(place: Place, limits: Limits) {
    this.place = place;
    this.limits = limits;
  }

  want(targets: readonly Target[]): void {
    for (const target of targets) {
      if (this.seen.has(target.name)) continue;
      this.seen.add(target.name);
      this.waiting.push(target);
    }
  }

  keep(target: Target, { status, type, bytes }: Fetched): void {
    if (status !== 200) return;
    const isFull = this.copies.size >= this.limits.files;
    if (isFull || bytes === null || bytes.length > this.room) {
      this.leftOut.push(target.url);
      return;
    }
    this.size += bytes.length;
    const copied = { ...target, type, bytes };
    this.copies.set(target.name, copied);
    this.want(found(copied, this.place));
  }

  /** Bytes that still fit in. */
  private get room(): number {
    return this.limits.bytes - this.size;
  }

  /**
   * Fetches a few at a time, in the order in which they were found, so that contents near the front page come first.
   */
  async all(): Promise<void> {
    while (this.waiting.length > 0) {
      const isFull = this.copies.size >= this.limits.files;
      if (isFull) this.leftOut.push(...this.waiting.splice(0).map(({ url }) => url));
      const next = this.waiting.splice(0, atOnce);
      const fetched = await Promise.all(next.map(({ url }) => get(url, Math.min(largest, this.room))));
      for (const [at, target] of next.entries()) this.keep(target, fetched[at] as Fetched);
    }
  }
}

/**
 * Fetches the front page and all that belongs to it. Throws NotMirrored when something cannot be read, because an
 * incomplete copy is useless.
 */
export async function crawl(place: Place, limits: Limits): Promise<Crawled> {
  const crawling = new Crawl(place, limits);
  const [url = ""] = place.roots;
  crawling.want([{ url, name: "index.html" }]);
  await crawling.all();
  if (!crawling.copies.has("index.html")) throw new NotMirrored(`${url} cannot be read, or is too large.`);
  return crawling;
}
