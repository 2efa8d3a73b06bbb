import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type ObserversChange, requestSettleStatement } from "~/clock/wishes/queries/wish";
import type { AuditDraft, NoticeDraft, VersionExpectation } from "~/commit/commit";
import type { InsertRow, SqlStatement } from "~/db/write";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AuthorizedInput } from "./authorize-and-parse";
import type { ChangeCommit } from "./commit";

/** The result of a change: its action in the audit log and the rows that it writes. */
export interface ChangeDecision<Table extends SQLiteTable = SQLiteTable> {
  action: string;
  /** Changed columns of the row itself, with `updatedAt`; absent when it stays, or when `changes` write it. */
  fields?: Partial<InsertRow<Table>>;
  changes?: readonly SqlStatement[];
  /** Other rows of the same table on which it was decided, in the versions that were read. */
  besides?: readonly { id: string; version: number }[];
  /** The same for other tables. */
  expect?: readonly VersionExpectation[];
  guards?: readonly SqlStatement[];
  notices?: readonly NoticeDraft[];
  before?: AuditDraft["before"];
  after?: AuditDraft["after"];
  /** Components that nothing watches any more: reported in the answer and in the audit log. */
  leftUnwatched?: readonly { id: string }[];
  publishes?: boolean | "home";
  /** Change of the observers of components, as far as it is settled. */
  observers?: ObserversChange;
  /** True when there is something to send besides `notices`. */
  wakes?: boolean;
}

/** Null when the change is in effect already, so that nothing is written. */
export type DecisionResult<Table extends SQLiteTable> = Result<ChangeDecision<Table> | null>;

interface ChangeSubject {
  /** `subjectKind` and `subjectId` of the audit entry. */
  subject: string;
  id: string;
  /** True to settle the page: the same commit asks for it. */
  settles: boolean;
  /** True when it only drafts (access/permission). */
  drafts: boolean | undefined;
}

/** Returns the audit log's facts of a change, with the components that it leaves unwatched. */
export const withUnwatchedComponents = (
  after: AuditDraft["after"],
  left: readonly { id: string }[],
): AuditDraft["after"] => (left.length === 0 ? after : { ...after, leftUnwatched: left.map(({ id }) => id) });

/**
 * Returns the commit of a decision; `changes` and `expect` of the row itself come before those that the decision names.
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
