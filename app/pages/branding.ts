import { authorizeAndParse } from "~/change/authorize-and-parse";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { pageImageTable } from "~/db/schema";
import { deleteRowsStatements, upsertRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { sha256OfBytes } from "~/platform/digest";
import { encodeBase64Url } from "~/platform/ids";
import { renderMarkdown } from "~/platform/markdown";
import { imageMediaTypeOf, maxPageImageBytes, type PageImageKind } from "~/text/image-type";
import { pageByIdQuery, pageImageOfKindQuery } from "./queries/page";
import {
  type SetPageImageInput,
  setPageImageInputSchema,
  type UpdatePageInput,
  updatePageInputSchema,
} from "./rules/input";
import { pageChangeTarget } from "./verbs";

type BrandingValuesInput = Pick<UpdatePageInput, "pageId" | "accent" | "links" | "footer">;

/** Checks whether these would be accepted and returns the rendered footer; nothing is saved. Failures: invalid. */
export function checkBranding(ctx: Ctx, given: BrandingValuesInput): Result<{ footerHtml: string }> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: updatePageInputSchema }, given);
  return authorized.ok ? ok({ footerHtml: renderMarkdown(authorized.value.input.footer ?? "").html }) : authorized;
}

export interface BrandingPreviewData {
  name: string;
  about: string;
  slug: string;
  language: string;
  timeZone: string;
  /** Logos as `data:` addresses, because the preview's frame may load nothing. */
  logo: string | null;
  logoDark: string | null;
}

function addressOf(image: { mediaType: string; body: string } | undefined): string | null {
  const body = image?.body.replaceAll("-", "+").replaceAll("_", "/");
  return image ? `data:${image.mediaType};base64,${body}` : null;
}

/** Reads what the preview of a page's head needs besides the values that are tried out. */
export const readBrandingPreview = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<BrandingPreviewData>> =>
  readOnPage(
    ctx,
    { pageId, role: "admin" },
    [
      pageByIdQuery(ctx, pageId),
      pageImageOfKindQuery(ctx, pageId, "logo"),
      pageImageOfKindQuery(ctx, pageId, "logo_dark"),
    ],
    ([[page], [logo], [logoDark]]) => {
      if (!page) return missingFailure;
      const { name, about, slug, language, timeZone } = page;
      return ok({ name, about, slug, language, timeZone, logo: addressOf(logo), logoDark: addressOf(logoDark) });
    },
  );

const wrong = (kind: PageImageKind, message: Refusal) => fail({ name: "invalid", fields: { [kind]: message } });

function refusalOf(kind: PageImageKind, bytes: Uint8Array): Result<never> | null {
  if (bytes.length === 0) return wrong(kind, "page.image_missing");
  if (bytes.length > maxPageImageBytes)
    return wrong(kind, refusalFor("page.image_size", { size: Math.ceil(bytes.length / 1024) }));
  return imageMediaTypeOf(bytes) ? null : wrong(kind, "page.image_type");
}

/** Sets the page's logo or its tab's icon; null removes it. Failures: invalid, conflict, missing. */
export const setPageImage = (ctx: Ctx, given: SetPageImageInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...pageChangeTarget, role: "admin", input: setPageImageInputSchema },
    given,
    async ({ input: { kind, pageId } }) => {
      const { bytes } = given;
      if (!bytes) {
        const changes = deleteRowsStatements(pageImageTable, pageId, [{ pageId, kind }]);
        return ok({ action: "page.remove_image", fields: {}, changes, before: { image: kind }, publishes: true });
      }
      const refused = refusalOf(kind, bytes);
      if (refused) return refused;
      const mediaType = imageMediaTypeOf(bytes) ?? "";
      const hash = await sha256OfBytes(bytes);
      const row = { pageId, kind, mediaType, body: encodeBase64Url(bytes), hash, updatedAt: ctx.now() };
      return ok({
        action: "page.set_image",
        fields: {},
        changes: upsertRowsStatements(pageImageTable, [row], ["pageId", "kind"]),
        after: { image: kind, mediaType, bytes: bytes.length },
        publishes: true,
      });
    },
  );
