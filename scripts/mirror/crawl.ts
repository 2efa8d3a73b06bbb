import { type MirrorScope, type MirrorTarget, mirrorTargetOf, unlinkedPaths } from "./addresses.ts";
import { type FetchedFile, fetchFile } from "./fetch-file.ts";
import { MirrorError } from "./options.ts";
import { linksInHtml } from "./rewrite.ts";

export interface CrawlLimits {
  files: number;
  bytes: number;
}

export interface MirroredFile extends MirrorTarget {
  type: string;
  bytes: Buffer;
}

export interface CrawlResult {
  /** Copies by their names before their type is known. */
  copies: Map<string, MirroredFile>;
  /** Addresses that did not fit in. */
  leftOut: string[];
}

/** Simultaneous requests: few, because the page may be in the middle of an incident. */
const concurrentFetches = 4;

/** Maximum number of bytes of a file, which none of our pages comes near. */
export const maxMirrorFileBytes = 20_000_000;

const isPage = ({ type }: { type: string }) => type === "text/html";

/** Returns the links of a page, and its files that no link names. */
function found({ url, bytes, type }: MirroredFile, place: MirrorScope): MirrorTarget[] {
  const [root = ""] = place.roots;
  const beside = unlinkedPaths(url.slice(root.length)).map((path) => new URL(`${root}${path}`));
  const linked = isPage({ type }) ? linksInHtml(bytes.toString(), url) : [];
  return [...linked, ...beside].flatMap((each) => mirrorTargetOf(each, place) ?? []);
}

class Crawl {
  readonly copies = new Map<string, MirroredFile>();
  readonly leftOut: string[] = [];
  private readonly seen = new Set<string>();
  private readonly waiting: MirrorTarget[] = [];
  private size = 0;
  private readonly place: MirrorScope;
  private readonly limits: CrawlLimits;

  constructor(place: MirrorScope, limits: CrawlLimits) {
    this.place = place;
    this.limits = limits;
  }

  want(targets: readonly MirrorTarget[]): void {
    for (const target of targets) {
      if (this.seen.has(target.name)) continue;
      this.seen.add(target.name);
      this.waiting.push(target);
    }
  }

  keep(target: MirrorTarget, { status, type, bytes }: FetchedFile): void {
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
      const next = this.waiting.splice(0, concurrentFetches);
      const fetched = await Promise.all(next.map(({ url }) => fetchFile(url, Math.min(maxMirrorFileBytes, this.room))));
      for (const [at, target] of next.entries()) this.keep(target, fetched[at] as FetchedFile);
    }
  }
}

/**
 * Fetches the front page and all that belongs to it. Throws MirrorError when something cannot be read, because an
 * incomplete copy is useless.
 */
export async function crawlPage(place: MirrorScope, limits: CrawlLimits): Promise<CrawlResult> {
  const crawling = new Crawl(place, limits);
  const [url = ""] = place.roots;
  crawling.want([{ url, name: "index.html" }]);
  await crawling.all();
  if (!crawling.copies.has("index.html")) throw new MirrorError(`${url} cannot be read, or is too large.`);
  return crawling;
}
