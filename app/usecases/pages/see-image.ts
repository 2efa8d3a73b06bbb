import { imageByHash } from "~/db/queries/page";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { decodeBase64Url } from "~/platform/ids";
import { ok, type Result } from "~/rules/failure";
import { missing } from "../change";
import type { Keyring } from "./keyring";
import { viewPage } from "./view";

export interface SeenImage {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  isPrivate: boolean;
}

/** An image of a page for who may see the page; missing for everybody else. One row, or two. */
export async function seeImage(
  ctx: Ctx,
  { slug, hash }: { slug: string; hash: string },
  keys: Keyring,
): Promise<Result<SeenImage>> {
  const view = await viewPage(ctx, { slug }, keys);
  if (!view.ok) return view;
  const [[image]] = await read(ctx, imageByHash(ctx, view.value.snapshot.page.id, hash));
  if (!image) return missing;
  const { mediaType, body } = image;
  return ok({ bytes: decodeBase64Url(body), mediaType, isPrivate: view.value.isPrivate === true });
}
