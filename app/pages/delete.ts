import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { deletePageStatements, slugOfDeletedPage } from "./queries/page-purge";
import { type DeletePageInput, deletePageInputSchema } from "./rules/input";
import { deletePageCopies } from "./update";
import { pageChangeTarget } from "./verbs";

/** Cleared values, so that nothing leads to the page and its slug and host are free again. */
const nobodys = {
  host: null,
  hostWanted: null,
  hostProof: null,
  passphraseHash: null,
  passphraseSealed: null,
  pingKeyHash: null,
  pingKeySealed: null,
};

const same = (typed: string, name: string) =>
  typed.trim().replaceAll(/\s+/g, " ") === name.trim().replaceAll(/\s+/g, " ");

/**
 * Deletes the page (owner, who types its name): it disappears at once, nothing of it is checked, accepted or sent any
 * more, and the ticks purge its rows. It cannot be undone. Failures: invalid, conflict, missing.
 */
export async function deletePage(ctx: Ctx, given: DeletePageInput): Promise<Result<ChangeResult>> {
  let before = { slug: "", host: null as string | null };
  const done = await changeOneRow(
    ctx,
    { ...pageChangeTarget, role: "owner", input: deletePageInputSchema },
    given,
    ({ row, fields: { name } }) => {
      if (!same(name, row.name)) {
        return fail({ name: "invalid", fields: { name: refusalFor("page.exact_name", { name: row.name }) } });
      }
      before = row;
      const fields = { ...nobodys, slug: slugOfDeletedPage(row.slug, row.id), deletedAt: ctx.now() };
      return ok({
        action: "page.delete",
        fields,
        changes: deletePageStatements(row.id, ctx.now()),
        before: { name: row.name, slug: row.slug, host: row.host },
      });
    },
  );
  if (done.ok) await deletePageCopies(ctx, before, null);
  return done;
}
