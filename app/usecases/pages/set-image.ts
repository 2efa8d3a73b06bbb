import { pageImage } from "~/db/schema";
import { deleteRows, upsertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { sha256OfBytes } from "~/platform/digest";
import { encodeBase64Url } from "~/platform/ids";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { type ImageKind, imageLimit, imageTypeOf } from "~/rules/basics/image-type";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type SetImageInput, setImageInput } from "~/rules/pages/input";
import type { Done } from "../change/answers";
import { stepPage } from "./step";

const wrong = (kind: ImageKind, message: string) => fail({ name: "invalid", fields: { [kind]: message } });

function refusalOf(kind: ImageKind, bytes: Uint8Array): Result<never> | null {
  if (bytes.length === 0) return wrong(kind, "Choose a file first.");
  if (bytes.length > imageLimit)
    return wrong(kind, `At most 256 KB; this has ${Math.ceil(bytes.length / 1024).toLocaleString("en")} KB.`);
  return imageTypeOf(bytes) ? null : wrong(kind, "A picture as PNG, JPEG, WebP or SVG; this is none of them.");
}

/** The page's logo or the icon of its tab; null takes it away. Failures: invalid, conflict, missing. */
export async function setPageImage(ctx: Ctx, given: SetImageInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(setImageInput, given);
  if (!parsed.ok) return parsed;
  const { kind, pageId } = parsed.value;
  const { bytes } = given;
  const refused = bytes && refusalOf(kind, bytes);
  if (refused) return refused;
  return stepPage(ctx, parsed.value, async () => {
    if (!bytes) {
      const changes = deleteRows(pageImage, pageId, [{ pageId, kind }]);
      return ok({ action: "page.remove_image", fields: {}, changes, before: { image: kind } });
    }
    const mediaType = imageTypeOf(bytes) ?? "";
    const hash = await sha256OfBytes(bytes);
    const row = { pageId, kind, mediaType, body: encodeBase64Url(bytes), hash, updatedAt: ctx.now() };
    const after = { image: kind, mediaType, bytes: bytes.length };
    return ok({
      action: "page.set_image",
      fields: {},
      changes: upsertRows(pageImage, [row], ["pageId", "kind"]),
      after,
    });
  });
}
