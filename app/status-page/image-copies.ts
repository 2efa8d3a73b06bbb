import type { Ctx } from "~/platform/ctx";
import { keptInIsolate, RecentMap } from "~/platform/isolate";
import { afford } from "~/platform/meter";

/** An image's bytes as they were uploaded. */
export interface ImageCopy {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
}

/** Memory for images, in bytes: a few large ones or many small ones. An image has at most 256 KB. */
const maxCachedBytes = 2_000_000;
const memory = keptInIsolate(
  new RecentMap<string, ImageCopy>({ bytes: maxCachedBytes, weigh: ({ bytes }) => bytes.length }),
);

const address = (hash: string) => `https://copies.upfront.invalid/images/${hash}`;
const dataCentre = () => (typeof caches === "undefined" ? null : (caches as unknown as { default: Cache }).default);

/** Keeps an image for the time when D1 is away. Its name is the hash of its bytes, so a copy is never outdated. */
export function keepImage(ctx: Ctx, hash: string, image: ImageCopy): void {
  if (memory.has(hash)) return;
  memory.set(hash, image);
  const headers = { "content-type": image.mediaType, "cache-control": "public, max-age=604800" };
  if (!dataCentre() || !afford(ctx.meter, "subrequests", 1)) return;
  const put = dataCentre()?.put(address(hash), new Response(image.bytes, { headers }));
  if (put) ctx.defer(put.catch((error) => ctx.log.error("image.put", error)));
}

/** Returns null when neither this isolate nor this data centre has the image. */
export async function readImage(ctx: Ctx, hash: string): Promise<ImageCopy | null> {
  const near = memory.get(hash);
  if (near) return near;
  if (!dataCentre() || !afford(ctx.meter, "subrequests", 1)) return null;
  const found = await dataCentre()?.match(address(hash));
  if (!found) return null;
  return { bytes: new Uint8Array(await found.arrayBuffer()), mediaType: found.headers.get("content-type") ?? "" };
}
