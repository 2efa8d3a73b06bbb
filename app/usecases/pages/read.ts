import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";
import { missing } from "../change";

/** A page as its people see it; times in ms. */
export interface PageView {
  id: string;
  slug: string;
  name: string;
  about: string;
  host: string | null;
  timeZone: string;
  language: string;
  accent: string;
  visibility: string;
  noindex: boolean;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export async function readPage(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[page]] = await read(ctx, pageById(ctx, pageId));
  return page ? ok(page) : missing;
}
