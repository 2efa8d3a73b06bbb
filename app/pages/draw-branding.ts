import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { imageNamed, pageById } from "./queries/page";

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
export async function drawBranding(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<DrawnBranding>> {
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [[page], [logo], [logoDark]] = await read(
    ctx,
    pageById(ctx, pageId),
    imageNamed(ctx, pageId, "logo"),
    imageNamed(ctx, pageId, "logo_dark"),
  );
  if (!page) return missing;
  const { name, about, slug, language, timeZone } = page;
  return ok({ name, about, slug, language, timeZone, logo: addressOf(logo), logoDark: addressOf(logoDark) });
}
