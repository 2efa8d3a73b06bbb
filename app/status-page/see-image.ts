import type { Keyring } from "~/access/keyring";
import { read } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { imageByHash } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { decodeBase64Url } from "~/platform/ids";
import { answerOrOverloaded } from "./answer-or-overloaded";
import { type ImageCopy, keepImage, readImage } from "./image-copies";
import { isAway } from "./part-reader";
import type { SnapshotPage } from "./rules/snapshot-document";
import { viewPage } from "./view-page";

export interface SeenImage extends ImageCopy {
  isPrivate: boolean;
}

const isNamed = ({ logo, logoDark, favicon }: SnapshotPage, hash: string) => [logo, logoDark, favicon].includes(hash);

const readLive = (ctx: Ctx, pageId: string, hash: string): Promise<Result<ImageCopy>> =>
  answerOrOverloaded(async () => {
    const [[image]] = await read(ctx, imageByHash(ctx, pageId, hash));
    return image ? ok({ bytes: decodeBase64Url(image.body), mediaType: image.mediaType }) : missingFailure;
  });

/**
 * Returns an image of a page for readers who may see the page; `missing` for others. Reads one row, or two. While the
 * database is away, returns the copy if the page's last good copy names the image, else `overloaded`.
 */
export async function seeImage(
  ctx: Ctx,
  { slug, hash }: { slug: string; hash: string },
  keys: Keyring,
): Promise<Result<SeenImage>> {
  const view = await viewPage(ctx, { slug }, keys);
  if (!view.ok) return view;
  const { snapshot } = view.value;
  const isPrivate = view.value.isPrivate === true;
  const live = await readLive(ctx, snapshot.page.id, hash);
  if (live.ok && !isPrivate) keepImage(ctx, hash, live.value);
  if (live.ok) return ok({ ...live.value, isPrivate });
  if (!isAway() || !isNamed(snapshot.page, hash)) return live;
  const copy = await readImage(ctx, hash).catch(() => null);
  return copy ? ok({ ...copy, isPrivate }) : fail({ name: "overloaded", retryAfter: 30 });
}
