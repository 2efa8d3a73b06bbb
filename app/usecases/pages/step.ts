import type { AuditDraft } from "~/db/commit";
import { priorCommit } from "~/db/queries/audit";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { page as pageTable } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { PageTarget } from "~/rules/pages/input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { viewOf } from "./read";

export type PageRow = typeof pageTable.$inferSelect;

/** What is done with the page at hand; the rights were asked before. */
export interface PageStep {
  action: string;
  fields: Partial<PageRow>;
  changes?: readonly Statement[];
  guards?: readonly Statement[];
  before?: AuditDraft["before"];
  after?: AuditDraft["after"];
  publishes?: boolean;
}

/** One change of the page's own row, from the version that was read. Failures: those of `decide`, conflict, missing. */
export function stepPage(
  ctx: Ctx,
  { pageId, version, commitId = ctx.id() }: PageTarget,
  decide: (row: PageRow) => Promise<Result<PageStep>> | Result<PageStep>,
): Promise<Result<Done>> {
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), pageById(ctx, pageId));
    const found = find(prior, row, { pageId, version }, viewOf);
    if (found.answer) return found.answer;
    const decided = await decide(found.row);
    if (!decided.ok) return decided;
    const { action, fields, changes = [], guards = [], before, after, publishes = true } = decided.value;
    const rows = [{ id: pageId, ...fields, updatedAt: ctx.now() }];
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: pageTable, rows: [{ id: pageId, version: found.row.version }] }],
      guards,
      changes: [...updateRows(pageTable, pageId, rows), ...changes],
      audit: {
        ...{ action, subjectKind: "page", subjectId: pageId },
        ...(before ? { before } : {}),
        ...(after ? { after } : {}),
      },
      publishes,
    });
  });
}
