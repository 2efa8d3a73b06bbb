import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import type { pageTable } from "~/db/schema";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { passphraseFromToken } from "~/people/rules/passphrase";
import type { Ctx } from "~/platform/ctx";
import { forgetPageViews } from "~/status-page/view-page";
import { moveSnapshotsStatement, pageByIdQuery } from "./queries/page";
import { type PageTargetInput, pageTargetInputSchema } from "./rules/input";
import { encodedPageAccess } from "./rules/page-door";
import { pageChangeTarget } from "./verbs";

type StoredPage = typeof pageTable.$inferSelect;
type PassphraseColumns = Pick<StoredPage, "passphraseHash" | "passphraseSealed" | "passphraseGeneration">;

/** Returns a new passphrase for the page, which locks out readers with the former one. */
export async function newPassphraseColumns(
  ctx: Ctx,
  { passphraseGeneration }: Pick<StoredPage, "passphraseGeneration">,
): Promise<PassphraseColumns> {
  const passphrase = passphraseFromToken(ctx.token());
  return {
    passphraseHash: await ctx.secrets.hash(passphrase),
    passphraseSealed: await ctx.secrets.seal(passphrase),
    passphraseGeneration: passphraseGeneration + 1,
  };
}

/** Returns the passphrase of a page, for its owners; null when it has none. */
export const readPagePassphrase = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<string | null>> =>
  readOnPage(ctx, { pageId, role: "owner" }, [pageByIdQuery(ctx, pageId)], async ([[row]]) => {
    if (!row) return missingFailure;
    return ok(row.passphraseSealed === null ? null : await ctx.secrets.open(row.passphraseSealed));
  });

/** Changes the passphrase, which locks out all readers with the former one. Failures: conflict, missing. */
export async function rotatePagePassphrase(ctx: Ctx, given: PageTargetInput): Promise<Result<ChangeResult>> {
  let slug = "";
  const done = await changeOneRow(
    ctx,
    { ...pageChangeTarget, role: "owner", input: pageTargetInputSchema },
    given,
    async ({ row }) => {
      if (row.visibility !== "passphrase") {
        return fail({ name: "conflict", code: "no_passphrase", detail: "page.no_passphrase" });
      }
      slug = row.slug;
      const lock = await newPassphraseColumns(ctx, row);
      const changes = [moveSnapshotsStatement(row.id, row.slug, encodedPageAccess({ ...row, ...lock }))];
      return ok({ action: "page.rotate_passphrase", fields: lock, changes, publishes: true });
    },
  );
  if (done.ok) forgetPageViews(slug);
  return done;
}
