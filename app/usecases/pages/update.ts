import { priorCommit } from "~/db/queries/audit";
import { moveSnapshots, pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { page as pageTable } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayOf, dayStart } from "~/rules/day";
import type { Result } from "~/rules/failure";
import { type UpdatePageInput, updatePageInput } from "~/rules/input/page";
import { parseInput } from "~/rules/input/parse";
import { permit } from "~/rules/permission";
import { changing, commitChange, type Done, differences, find, given as present } from "../change";
import { forgetCopies } from "./copies";

export type { UpdatePageInput };

type Row = typeof pageTable.$inferSelect;

/** In another zone the open day begins at that zone's midnight; never later, so that no time falls out. */
const openDay = (row: Row, timeZone: string) => dayStart(timeZone, dayOf(timeZone, row.openDayAt));

function changesOf(ctx: Ctx, row: Row, fields: Partial<Row>) {
  const openDayAt = fields.timeZone && fields.timeZone !== row.timeZone ? openDay(row, fields.timeZone) : row.openDayAt;
  const moved = moveSnapshots(row.id, fields.slug ?? row.slug, fields.visibility ?? row.visibility);
  const moves = fields.slug !== undefined || fields.visibility !== undefined;
  const rows = [{ id: row.id, ...fields, openDayAt, updatedAt: ctx.now() }];
  return [...updateRows(pageTable, row.id, rows), ...(moves ? [moved] : [])];
}

/** Changes how a page looks (admin), its address and who sees it (owner). Failures: invalid, conflict, missing. */
export async function updatePage(ctx: Ctx, given: UpdatePageInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updatePageInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, version, commitId = ctx.id(), ...rest } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), pageById(ctx, pageId));
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    const changed = differences(found.row, present(rest));
    const ownersOnly = "slug" in (changed.after ?? {}) || "visibility" in (changed.after ?? {});
    const mayAll = permit(ctx.actor, ctx.member, pageId, ownersOnly ? "owner" : "admin");
    if (!mayAll.ok) return mayAll;
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: pageTable, rows: [{ id: pageId, version: found.row.version }] }],
      changes: changesOf(ctx, found.row, changed.after as Partial<Row>),
      audit: { action: "page.update", subjectKind: "page", subjectId: pageId, ...changed },
      publishes: true,
    });
    if (done.ok && ownersOnly) await forgetCopies(ctx, found.row.slug);
    return done;
  });
}
