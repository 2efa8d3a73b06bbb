import type { ReaderKeyring } from "~/access/keyring";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { pageImageByHashQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { decodeBase64Url } from "~/platform/ids";
import { RecentMap, registerIsolateCache } from "~/platform/isolate";
import { tryChargeMeter } from "~/platform/meter";
import { readLiveOrOverloaded } from "./answer-or-overloaded";
import { hasLastPageReadFailed } from "./part-reader";
import type { SnapshotPage } from "./rules/snapshot-document";
import { readPublishedView } from "./view-page";

/** An image's bytes as they were uploaded. */
interface ImageBytes {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
}

/** Memory for images, in bytes: a few large ones or many small ones. An image has at most 256 KB. */
const maxCachedBytes = 2_000_000;
const memory = registerIsolateCache(
  new RecentMap<string, ImageBytes>({ bytes: maxCachedBytes, weigh: ({ bytes }) => bytes.length }),
);

const address = (hash: string) => `https://copies.upfront.invalid/images/${hash}`;
const dataCentre = () => (typeof caches === "undefined" ? null : (caches as unknown as { default: Cache }).default);

/** Keeps an image for the time when D1 is away. Its name is the hash of its bytes, so a copy is never outdated. */
function keepImage(ctx: Ctx, hash: string, image: ImageBytes): void {
  if (memory.has(hash)) return;
  memory.set(hash, image);
  const headers = { "content-type": image.mediaType, "cache-control": "public, max-age=604800" };
  if (!dataCentre() || !tryChargeMeter(ctx.meter, "subrequests", 1)) return;
  const put = dataCentre()?.put(address(hash), new Response(image.bytes, { headers }));
  if (put) ctx.defer(put.catch((error) => ctx.log.error("image.put", error)));
}

/** Returns null when neither this isolate nor this data centre has the image. */
async function readImage(ctx: Ctx, hash: string): Promise<ImageBytes | null> {
  const near = memory.get(hash);
  if (near) return near;
  if (!dataCentre() || !tryChargeMeter(ctx.meter, "subrequests", 1)) return null;
  const found = await dataCentre()?.match(address(hash));
  if (!found) return null;
  return { bytes: new Uint8Array(await found.arrayBuffer()), mediaType: found.headers.get("content-type") ?? "" };
}

export interface VisibleImage extends ImageBytes {
  isPrivate: boolean;
}

const isNamed = ({ logo, logoDark, favicon }: SnapshotPage, hash: string) => [logo, logoDark, favicon].includes(hash);

const readLive = (ctx: Ctx, pageId: string, hash: string): Promise<Result<ImageBytes>> =>
  readLiveOrOverloaded(async () => {
    const [[image]] = await readBatch(ctx, pageImageByHashQuery(ctx, pageId, hash));
    return image ? ok({ bytes: decodeBase64Url(image.body), mediaType: image.mediaType }) : missingFailure;
  });

/**
 * Returns an image of a page for readers who may see the page; `missing` for others. Reads one row, or two. While the
 * database is away, returns the copy if the page's last good copy names the image, else `overloaded`.
 */
export async function readVisibleImage(
  ctx: Ctx,
  { slug, hash }: { slug: string; hash: string },
  keys: ReaderKeyring,
): Promise<Result<VisibleImage>> {
  const view = await readPublishedView(ctx, { slug }, keys);
  if (!view.ok) return view;
  const { snapshot } = view.value;
  const isPrivate = view.value.isPrivate === true;
  const live = await readLive(ctx, snapshot.page.id, hash);
  if (live.ok && !isPrivate) keepImage(ctx, hash, live.value);
  if (live.ok) return ok({ ...live.value, isPrivate });
  if (!hasLastPageReadFailed() || !isNamed(snapshot.page, hash)) return live;
  const copy = await readImage(ctx, hash).catch(() => null);
  return copy ? ok({ ...copy, isPrivate }) : fail({ name: "overloaded", retryAfter: 30 });
}
