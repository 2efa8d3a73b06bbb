import { type MirrorScope, mirrorTargetOf } from "./addresses.ts";
import { type CrawlLimits, type CrawlResult, crawlPage, type MirroredFile, maxMirrorFileBytes } from "./crawl.ts";
import { fetchFile } from "./fetch-file.ts";
import { recoverMirrorFolder, replaceMirrorFolder, type WrittenFile } from "./folder.ts";
import { mirrorNoticeHtml } from "./notice.ts";
import { MirrorError, type MirrorOptions } from "./options.ts";
import {
  canonicalUrlOf,
  relativeMirrorPath,
  relinkHtml,
  withFormActions,
  withMirrorNotice,
  withoutAges,
  withoutOembedLink,
} from "./rewrite.ts";

/** Endings by type, because file hosts derive the type of an image from its name. */
const endings: Record<string, string> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
  "image/svg+xml": ".svg",
};

const nameOf = ({ name, type }: MirroredFile): string =>
  name.startsWith("images/") ? `${name}${endings[type] ?? ""}` : name;

/** Checks what follows, because another page's address may start with the same letters. */
const isBelow = (href: string, root: string) => href.startsWith(root) && /^([/?#]|$)/.test(href.slice(root.length));

/** Returns the place: the contents of the page of `/` are read below the page's own address. */
function placeOf({ from }: MirrorOptions, canonical: string): MirrorScope {
  const [read, home] = [`${from.origin}${from.pathname}`.replace(/\/$/, ""), canonical.replace(/\/$/, "")];
  const isRoot = from.pathname === "/" && new URL(home).origin === from.origin;
  return { roots: isRoot ? [home, read] : [read, home], home };
}

function written({ copies }: CrawlResult, copied: MirroredFile, place: MirrorScope, at: number): WrittenFile {
  const name = nameOf(copied);
  if (copied.type !== "text/html") return { name, bytes: copied.bytes };
  const html = copied.bytes.toString();
  const original = (url: URL): string => {
    const root = place.roots.find((each) => isBelow(url.href, each));
    return root === undefined ? url.href : `${place.home}${url.href.slice(root.length)}`;
  };
  const lead = (url: URL, attribute: string): string => {
    const known = attribute === "action" ? undefined : copies.get(mirrorTargetOf(url, place)?.name ?? "");
    if (known) return `${relativeMirrorPath(name, nameOf(known))}${url.hash}`;
    return original(url);
  };
  const linked = withFormActions(relinkHtml(html, copied.url, lead), original(new URL(copied.url)));
  return {
    name,
    bytes: withMirrorNotice(withoutOembedLink(withoutAges(linked)), mirrorNoticeHtml(html, place.home, at)),
  };
}

export interface MirrorResult {
  files: number;
  /** The address of the original. */
  of: string;
  /** Addresses that did not fit in. */
  leftOut: string[];
}

/** Writes the page into the folder, completely or not at all. Throws MirrorError. `at`: ms. */
export async function mirrorPage(options: MirrorOptions, at: number, limits: CrawlLimits): Promise<MirrorResult> {
  recoverMirrorFolder(options.folder);
  const front = await fetchFile(options.from.href, maxMirrorFileBytes);
  const canonical = canonicalUrlOf(front.bytes?.toString() ?? "");
  if (front.status !== 200 || canonical === null) {
    throw new MirrorError(`${options.from.href} is not a page that everybody may read (${front.status}).`);
  }
  const place = placeOf(options, canonical);
  const crawled = await crawlPage(place, limits);
  const files = [...crawled.copies.values()].map((each) => written(crawled, each, place, at));
  const { leftOut } = crawled;
  replaceMirrorFolder(options.folder, files, {
    of: place.home,
    made_at: new Date(at).toISOString(),
    left_out: leftOut,
  });
  return { files: files.length, of: place.home, leftOut };
}
