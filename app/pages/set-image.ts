import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { pageImage } from "~/db/schema";
import { deleteRows, upsertRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { sha256OfBytes } from "~/platform/digest";
import { encodeBase64Url } from "~/platform/ids";
import { type ImageKind, imageTypeOf, maxImageBytes } from "~/text/image-type";
import { pageAccess } from "./page-access";
import { type SetImageInput, setImageInput } from "./rules/input";

const wrong = (kind: ImageKind, message: Refusal) => fail({ name: "invalid", fields: { [kind]: message } });

function refusalOf(kind: ImageKind, bytes: Uint8Array): Result<never> | null {
  if (bytes.length === 0) return wrong(kind, "page.image_missing");
  if (bytes.length > maxImageBytes)
    return wrong(kind, refusalFor("page.image_size", { size: Math.ceil(bytes.length / 1024) }));
  return imageTypeOf(bytes) ? null : wrong(kind, "page.image_type");
}

/** Sets the page's logo or its tab's icon; null removes it. Failures: invalid, conflict, missing. */
export const setPageImage = (ctx: Ctx, given: SetImageInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...pageAccess, role: "admin", input: setImageInput }, given, async ({ input: { kind, pageId } }) => {
    const { bytes } = given;
    if (!bytes) {
      const changes = deleteRows(pageImage, pageId, [{ pageId, kind }]);
      return ok({ action: "page.remove_image", fields: {}, changes, before: { image: kind }, publishes: true });
    }
    const refused = refusalOf(kind, bytes);
    if (refused) return refused;
    const mediaType = imageTypeOf(bytes) ?? "";
    const hash = await sha256OfBytes(bytes);
    const row = { pageId, kind, mediaType, body: encodeBase64Url(bytes), hash, updatedAt: ctx.now() };
    return ok({
      action: "page.set_image",
      fields: {},
      changes: upsertRows(pageImage, [row], ["pageId", "kind"]),
      after: { image: kind, mediaType, bytes: bytes.length },
      publishes: true,
    });
  });
