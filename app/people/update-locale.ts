import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { guardPersonVersionStatement, personByIdQuery, setPersonLocaleStatement } from "./queries/sign-in";
import { type LocaleInput, localeInputSchema } from "./rules/input";

/** Changes the language and time zone of one's own emails and of management. Failures: invalid, conflict. */
export async function updateMyLocale(ctx: Ctx, given: LocaleInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOneRow(
    ctx,
    {
      role: null,
      subject: "person",
      input: localeInputSchema,
      row: () => personByIdQuery(ctx, actor.id),
      show: ({ language, timeZone, version }) => ({ language, timeZone, version }),
    },
    given,
    ({ row, fields: { language, timeZone } }) =>
      ok({
        action: "person.locale",
        guards: [guardPersonVersionStatement(row.id, row.version)],
        changes: [setPersonLocaleStatement(row.id, { language, timeZone }, ctx.now())],
        before: { language: row.language, timeZone: row.timeZone },
        after: { language, timeZone },
      }),
  );
}
