import { imageNamed, pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";
import { missing } from "../change";

export interface DrawnBranding {
  name: string;
  about: string;
  slug: string;
  language: string;
  timeZone: string;
  /** The logo as a `data:` address: the frame of the preview may ask nobody. */
  logo: string | null;
}

/** What the preview of a page's head is drawn from, besides the values that are tried out. */
export async function drawBranding(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<DrawnBranding>> {
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [[page], [logo]] = await read(ctx, pageById(ctx, pageId), imageNamed(ctx, pageId, "logo"));
  if (!page) return missing;
  const { name, about, slug, language, timeZone } = page;
  const body = logo?.body.replaceAll("-", "+").replaceAll("_", "/");
  return ok({ name, about, slug, language, timeZone, logo: logo ? `data:${logo.mediaType};base64,${body}` : null });
}
