import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type ObserversChange, wantSettle } from "~/clock/wishes/queries/wish";
import type { AuditDraft, Expectation, NoticeDraft } from "~/commit/commit";
import type { Insert, Statement } from "~/db/write";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { Authorized } from "./authorize-and-parse";
import type { Change } from "./commit";

/** What a change comes to: its words in the audit log and the rows that it writes. */
export interface Decision<Table extends SQLiteTable = SQLiteTable> {
  action: string;
  /** Columns of the row itself that change, `updatedAt` with them; absent = it stays, or `changes` say what becomes of it. */
  fields?: Partial<Insert<Table>>;
  changes?: readonly Statement[];
  /** Other rows of the same table that it was decided on, in the versions that were read. */
  besides?: readonly { id: string; version: number }[];
  /** The same of other tables. */
  expect?: readonly Expectation[];
  guards?: readonly Statement[];
  notices?: readonly NoticeDraft[];
  before?: AuditDraft["before"];
  after?: AuditDraft["after"];
  /** Components that nothing watches any more: told in the answer, and in the audit log. */
  leftUnwatched?: readonly { id: string }[];
  publishes?: boolean | "home";
  /** What observes components changes with it, as far as it is settled. */
  observers?: ObserversChange;
  /** There is something to send besides `notices`. */
  wakes?: boolean;
}

/** null = it is so already, and nothing is written. */
export type Decided<Table extends SQLiteTable> = Result<Decision<Table> | null>;

interface About {
  /** `subjectKind` and `subjectId` of the audit entry. */
  subject: string;
  id: string;
  /** What it moves is settled: wished for in the same commit. */
  settles: boolean;
}

/** What the audit log says of a change, with the components that it leaves unwatched. */
export const withUnwatched = (after: AuditDraft["after"], left: readonly { id: string }[]): AuditDraft["after"] =>
  left.length === 0 ? after : { ...after, leftUnwatched: left.map(({ id }) => id) };

/** The commit of a decision; `changes` and `expect` of the row itself come before those that the decision names. */
export function changeOf(
  ctx: Ctx,
  { pageId, commitId }: Authorized<unknown>,
  { subject, id, settles }: About,
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
  }: Decision,
  own: { changes: readonly Statement[]; expect: readonly Expectation[] },
): Change {
  const wishes = settles && pageId !== null ? [wantSettle(pageId, ctx.now(), !decision.publishes, observers)] : [];
  return {
    ...decision,
    id: commitId,
    pageId,
    expect: [...own.expect, ...(decision.expect ?? [])],
    changes: [...wishes, ...own.changes, ...changes],
    audit: { action, subjectKind: subject, subjectId: id, before, after: withUnwatched(after, leftUnwatched) },
  };
}
