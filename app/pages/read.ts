import { readOnPage } from "~/change/read-permitted";
import type { page } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { imageNames, pageById } from "./queries/page";

type StoredPage = typeof page.$inferSelect;

/** A page as its members see it; times in ms. It contains no secret. */
export type PageView = Omit<
  StoredPage,
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
export function viewOf(row: StoredPage): PageView {
  const { passphraseHash, passphraseSealed, pingKeyHash, pingKeySealed, hostProof, openDayAt, deletedAt, ...shown } =
    row;
  const { escalationDueAt, escalationNotBefore, escalationTries, ...view } = shown;
  return view;
}

export const readPage = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageView>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [pageById(ctx, pageId)], ([[page]]) =>
    page ? ok(viewOf(page)) : missingFailure,
  );

/** A page with the hashes of its images. */
export interface BrandedPage {
  page: PageView;
  images: { kind: string; hash: string }[];
}

export const readBranding = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<BrandedPage>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [pageById(ctx, pageId), imageNames(ctx, pageId)], ([[page], images]) =>
    page ? ok({ page: viewOf(page), images }) : missingFailure,
  );
