import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { pageById, pageImageOf } from "./queries/page";

export interface DrawnBranding {
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
export const drawBranding = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<DrawnBranding>> =>
  readOnPage(
    ctx,
    { pageId, role: "admin" },
    [pageById(ctx, pageId), pageImageOf(ctx, pageId, "logo"), pageImageOf(ctx, pageId, "logo_dark")],
    ([[page], [logo], [logoDark]]) => {
      if (!page) return missingFailure;
      const { name, about, slug, language, timeZone } = page;
      return ok({ name, about, slug, language, timeZone, logo: addressOf(logo), logoDark: addressOf(logoDark) });
    },
  );
