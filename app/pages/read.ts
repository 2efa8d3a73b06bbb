import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import type { page } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { imageNames, pageById } from "./queries/page";

type Row = typeof page.$inferSelect;

/** A page as its members see it; times in ms. It contains no secret. */
export type PageView = Omit<
  Row,
  | "passphraseHash"
  | "passphraseSealed"
  | "pingKeyHash"
  | "pingKeySealed"
  | "hostProof"
  | "openDayAt"
  | "deletedAt"
  | "escalationDueAt"
  | "escalationNotBefore"
  | "escalationTries"
>;

/** Returns the part of the row that may be shown. */
export function viewOf(row: Row): PageView {
  const { passphraseHash, passphraseSealed, pingKeyHash, pingKeySealed, hostProof, openDayAt, deletedAt, ...shown } =
    row;
  const { escalationDueAt, escalationNotBefore, escalationTries, ...view } = shown;
  return view;
}

export async function readPage(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[page]] = await read(ctx, pageById(ctx, pageId));
  return page ? ok(viewOf(page)) : missing;
}

/** A page with the hashes of its images. */
export interface BrandedPage {
  page: PageView;
  images: { kind: string; hash: string }[];
}

export async function readBranding(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<BrandedPage>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[page], images] = await read(ctx, pageById(ctx, pageId), imageNames(ctx, pageId));
  return page ? ok({ page: viewOf(page), images }) : missing;
}
