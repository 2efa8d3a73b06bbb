import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type ObserversChange, requestSettleStatement } from "~/clock/wishes/queries/wish";
import type { AuditDraft, NoticeDraft, VersionExpectation } from "~/commit/commit";
import type { InsertRow, SqlStatement } from "~/db/write";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AuthorizedInput } from "./authorize-and-parse";
import type { ChangeCommit } from "./commit";

/** A decided change: its action in the audit log and the rows that it writes. */
export interface ChangeDecision<Table extends SQLiteTable = SQLiteTable> {
  action: string;
  /** Changed columns of the row itself, with `updatedAt`; absent if the row does not change or `changes` write it. */
  fields?: Partial<InsertRow<Table>>;
  changes?: readonly SqlStatement[];
  /** Other rows of the same table on which the decision depends, with the versions that were read. */
  besides?: readonly { id: string; version: number }[];
  /** Rows of other tables on which the decision depends, with the versions that were read. */
  expect?: readonly VersionExpectation[];
  guards?: readonly SqlStatement[];
  notices?: readonly NoticeDraft[];
  before?: AuditDraft["before"];
  after?: AuditDraft["after"];
  /** Components that no longer have an observer. They are reported in the answer and in the audit log. */
  leftUnwatched?: readonly { id: string }[];
  publishes?: boolean | "home";
  /** Change of the components' observers, for settling. */
  observers?: ObserversChange;
  /** True if something must be sent besides `notices`. */
  wakes?: boolean;
}

/** Null if the change is already in effect, so that nothing is written. */
export type DecisionResult<Table extends SQLiteTable> = Result<ChangeDecision<Table> | null>;

interface ChangeSubject {
  /** `subjectKind` and `subjectId` of the audit entry. */
  subject: string;
  id: string;
  /** True if the commit also requests that the page is settled. */
  settles: boolean;
  /** True if the change only drafts (access/permission). */
  drafts: boolean | undefined;
}

/** Returns the audit log's facts of a change, with the components that it leaves unwatched. */
export const withUnwatchedComponents = (
  after: AuditDraft["after"],
  left: readonly { id: string }[],
): AuditDraft["after"] => (left.length === 0 ? after : { ...after, leftUnwatched: left.map(({ id }) => id) });

/**
 * Returns the commit of a decision. The statements and guards of the row itself precede those that the decision names.
 */
export function commitOfDecision(
  ctx: Ctx,
  { pageId, commitId }: AuthorizedInput<unknown>,
  { subject, id, settles, drafts }: ChangeSubject,
  {
    action,
    before = null,
    after = null,
    changes = [],
    leftUnwatched = [],
    observers,
    besides: _,
    fields: __,
    ...decision
  }: ChangeDecision,
  own: { changes: readonly SqlStatement[]; expect: readonly VersionExpectation[] },
): ChangeCommit {
  const wishes =
    settles && pageId !== null ? [requestSettleStatement(pageId, ctx.now(), !decision.publishes, observers)] : [];
  return {
    ...decision,
    drafts,
    id: commitId,
    pageId,
    expect: [...own.expect, ...(decision.expect ?? [])],
    changes: [...wishes, ...own.changes, ...changes],
    audit: {
      action,
      subjectKind: subject,
      subjectId: id,
      before,
      after: withUnwatchedComponents(after, leftUnwatched),
    },
  };
}
