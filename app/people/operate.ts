import { recordAddressRead } from "~/audit/note-read";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readIfOperator } from "~/change/read-permitted";
import { fail, ok, type Result } from "~/failures/failure";
import { endLeadsOfDisabledStatement } from "~/incidents/queries/incident-lead";
import type { Ctx } from "~/platform/ctx";
import { searchWordsOf } from "~/text/search-match";
import { endSessionsAndLinksStatements } from "./queries/credentials";
import {
  guardAnotherOperatorStatement,
  otherOperatorCountQuery,
  peopleOfDeploymentQuery,
  peoplePerPage,
  revokeOperatorStatement,
  setPersonDisabledStatement,
} from "./queries/operated-people";
import { guardPersonVersionStatement, personByIdQuery } from "./queries/sign-in";
import { deleteApiTokensStatement } from "./queries/token";
import { type CredentialTargetInput, credentialTargetInputSchema } from "./rules/credentials-input";

type PersonRow = Awaited<ReturnType<typeof peopleOfDeploymentQuery>>[number];

export interface DeploymentPerson extends PersonRow {
  /** True for the person who asks. */
  self: boolean;
}

export interface DeploymentPeopleParams {
  /** Cursor from `next` of the same list; absent = from the start. */
  after?: string | undefined;
  descending?: boolean | undefined;
  /** Words in their name or address. */
  search?: string | undefined;
  /** `operator`, or `disabled`. */
  state?: string | undefined;
}

const searchWordsAtMost = 5;

/** Lists the people with an account on the deployment, by name, 100 at a time. For operators. */
export function listDeploymentPeople(
  ctx: Ctx,
  { after, descending = false, search = "", state }: DeploymentPeopleParams = {},
): Promise<Result<{ people: DeploymentPerson[]; next: string | null }>> {
  const [id = "", name = ""] = (after ?? "").split(/\.(.*)/s, 2);
  const listing = {
    after: after === undefined ? null : ([name, id] as const),
    descending,
    words: searchWordsOf(search, searchWordsAtMost),
    state: (["operator", "disabled"] as const).find((each) => each === state),
  };
  return readIfOperator(ctx, [peopleOfDeploymentQuery(ctx, listing, ctx.now())], ([rows]) => {
    const shown = rows.slice(0, peoplePerPage);
    const last = rows.length > peoplePerPage ? shown.at(-1) : undefined;
    recordAddressRead(ctx, { action: "deployment.read_people", pageId: null });
    const me = ctx.actor.kind === "person" ? ctx.actor.id : "";
    return ok({
      people: shown.map((row) => ({ ...row, self: row.id === me })),
      next: last ? `${last.id}.${last.name}` : null,
    });
  });
}

const oneself = fail({ name: "conflict", code: "oneself", detail: "person.oneself" });
const lastOperator = fail({
  name: "conflict",
  code: "last_operator",
  detail: "person.last_operator",
});

/** The lookup of a person's account; the built-in operator cannot be changed. */
const somebody = (ctx: Ctx) => ({
  role: "operator" as const,
  subject: "person",
  input: credentialTargetInputSchema,
  row: (_: Ctx, { id }: { id: string }) => personByIdQuery(ctx, id),
  find: ([row]: Awaited<ReturnType<typeof personByIdQuery>>) => (row?.kind === "human" ? row : undefined),
  facts: (_: Ctx, { id }: { id: string }) => ({ left: otherOperatorCountQuery(ctx, id) }),
});

const isSelf = ({ actor }: Ctx, id: string): boolean => actor.kind === "person" && actor.id === id;

/** Ends all sessions of a person, and pending sign-ins. Failures: forbidden, missing. */
export const endSessionsOfPerson = (ctx: Ctx, given: CredentialTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, somebody(ctx), given, ({ row: { id, name } }) =>
    ok({
      action: "person.end_sessions",
      changes: endSessionsAndLinksStatements(id, null, ctx.now()),
      before: { name },
    }),
  );

/** Disables a person: no sign-in works, sessions and tokens end, and they lead nothing. Failures: forbidden, missing, conflict. */
export const disablePerson = (ctx: Ctx, given: CredentialTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, somebody(ctx), given, ({ row: { id, name, version, operator, disabledAt }, left: [left] }) => {
    if (isSelf(ctx, id)) return oneself;
    if (disabledAt !== null) return ok(null);
    if (operator && !left?.others) return lastOperator;
    const now = ctx.now();
    return ok({
      action: "person.disable",
      guards: [guardPersonVersionStatement(id, version), ...(operator ? [guardAnotherOperatorStatement(id)] : [])],
      changes: [
        setPersonDisabledStatement(id, now, now),
        ...endSessionsAndLinksStatements(id, null, now),
        deleteApiTokensStatement(id),
        endLeadsOfDisabledStatement(id),
      ],
      before: { name },
    });
  });

/** Enables a person again; their sessions and tokens stay ended. Failures: forbidden, missing. */
export const enablePerson = (ctx: Ctx, given: CredentialTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, somebody(ctx), given, ({ row: { id, name, version, disabledAt } }) => {
    if (disabledAt === null) return ok(null);
    const changes = [setPersonDisabledStatement(id, null, ctx.now())];
    return ok({
      action: "person.enable",
      guards: [guardPersonVersionStatement(id, version)],
      changes,
      before: { name },
    });
  });

/**
 * Ends a person's right to operate the deployment; their roles on pages stay. Failures: forbidden, missing, conflict.
 */
export const revokeOperatorRight = (ctx: Ctx, given: CredentialTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, somebody(ctx), given, ({ row: { id, name, version, operator }, left: [left] }) => {
    if (!operator) return ok(null);
    if (!left?.others) return lastOperator;
    return ok({
      action: "person.end_operator",
      guards: [guardPersonVersionStatement(id, version), guardAnotherOperatorStatement(id)],
      changes: [revokeOperatorStatement(id, ctx.now())],
      before: { name },
    });
  });
