import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import { readForRole } from "~/change/read-permitted";
import { pageSecretTable } from "~/db/schema";
import { deleteRowsStatements, upsertRowsStatements } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { pageSecretNamesQuery } from "./queries/page-secret";
import {
  type DeletePageSecretInput,
  deletePageSecretInputSchema,
  maxPageSecrets,
  type SetPageSecretInput,
  setPageSecretInputSchema,
} from "./rules/secret-input";

export type { DeletePageSecretInput, SetPageSecretInput };

/** A secret of a page without its value, which nobody is shown. */
export interface PageSecretView {
  name: string;
  updatedAt: number;
}

/** Lists the names of a page's secrets, to its admins. */
export const listPageSecrets = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageSecretView[]>> =>
  readForRole(ctx, { pageId, role: "admin" }, [pageSecretNamesQuery(ctx, pageId)], ([rows]) =>
    ok(rows.map(({ name, updatedAt }) => ({ name, updatedAt }))),
  );

/**
 * Enters a secret that files name, or replaces it; files set it again with their next application. Failures: invalid
 * (200 a page).
 */
export async function setPageSecret(ctx: Ctx, given: SetPageSecretInput): Promise<Result<ChangeResult>> {
  const done = await createOnce(
    ctx,
    {
      role: "admin",
      subject: "configuration",
      input: setPageSecretInputSchema,
      prepare: async (_, { value }) => ok(await ctx.secrets.seal(value)),
      facts: (_, { pageId }) => ({ known: pageSecretNamesQuery(ctx, pageId) }),
    },
    given,
    ({ input: { pageId, name }, made: sealed, known }) => {
      const former = known.find((each) => each.name === name);
      if (!former && known.length >= maxPageSecrets)
        return invalidFieldFailure("name", refusalFor("configuration.secret_limit", { most: maxPageSecrets }), "limit");
      const version = (former?.version ?? -1) + 1;
      return ok({
        action: "configuration.set_secret",
        changes: upsertRowsStatements(
          pageSecretTable,
          [{ pageId, name, version, sealed, updatedAt: ctx.now() }],
          ["pageId", "name"],
        ),
        after: { name },
      });
    },
  );
  return done.ok ? ok({ id: done.value.id }) : done;
}

/** Forgets a secret; what was set from it stays set. Failures: missing. */
export const deletePageSecret = (ctx: Ctx, given: DeletePageSecretInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "configuration",
      input: deletePageSecretInputSchema,
      row: (_, { pageId }) => pageSecretNamesQuery(ctx, pageId),
      find: (known, { name }) => known.map((each) => ({ ...each, id: each.name })).find(({ id }) => id === name),
    },
    given,
    ({ input: { pageId, name } }) =>
      ok({
        action: "configuration.delete_secret",
        changes: deleteRowsStatements(pageSecretTable, pageId, [{ name }]),
        before: { name },
      }),
  );
