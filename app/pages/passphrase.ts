import { readOnPage } from "~/change/read-permitted";
import type { page } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { passphraseOf } from "~/people/rules/passphrase";
import type { Ctx } from "~/platform/ctx";
import { pageById } from "./queries/page";

type StoredPage = typeof page.$inferSelect;
type Lock = Pick<StoredPage, "passphraseHash" | "passphraseSealed" | "passphraseGeneration">;

/** Returns a new passphrase for the page, which locks out readers with the former one. */
export async function newLock(
  ctx: Ctx,
  { passphraseGeneration }: Pick<StoredPage, "passphraseGeneration">,
): Promise<Lock> {
  const passphrase = passphraseOf(ctx.token());
  return {
    passphraseHash: await ctx.secrets.hash(passphrase),
    passphraseSealed: await ctx.secrets.seal(passphrase),
    passphraseGeneration: passphraseGeneration + 1,
  };
}

/** Returns the passphrase of a page, for its owners; null when it has none. */
export const readPagePassphrase = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<string | null>> =>
  readOnPage(ctx, { pageId, role: "owner" }, [pageById(ctx, pageId)], async ([[row]]) => {
    if (!row) return missingFailure;
    return ok(row.passphraseSealed === null ? null : await ctx.secrets.open(row.passphraseSealed));
  });
