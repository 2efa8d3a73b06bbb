import { z } from "zod";
import { personIdOfActor } from "~/access/actor";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readIfOperator, readOnPage } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { restatingTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { commitIdInputShape, pageIdInputShape } from "~/fields/text-inputs";
import type { Ctx } from "~/platform/ctx";
import {
  restatingFindingsOfPageQuery,
  restatingOfPageQuery,
  restatingWithFindingsQuery,
  unfinishedRestatingsQuery,
} from "./queries/restating";
import type { RestatedUptime } from "./rules/figures";

export interface RestatedComponentView extends Omit<RestatedUptime, "mended"> {
  id: string;
  name: string;
}

export interface RestatingView {
  /** True while it waits for an owner, until `startsAt` at the latest; false while it is in progress. */
  isWaiting: boolean;
  startsAt: number;
  components: RestatedComponentView[];
  /** True when more were found than are listed. */
  more: boolean;
}

export interface PageRestatement extends RestatingView {
  slug: string;
  page: string;
}

/** Components listed of one page, and pages shown to the operator. */
const maxComponentsListed = 100;
const maxPagesListed = 20;

type RestatingStageRow = { stage: string; dueAt: number | null };

async function viewOf(ctx: Ctx, pageId: string, { stage, dueAt }: RestatingStageRow): Promise<RestatingView | null> {
  const [found] = await readBatch(ctx, restatingFindingsOfPageQuery(ctx, pageId, maxComponentsListed + 1));
  const components = found
    .slice(0, maxComponentsListed)
    .map(({ id, name, figures: { mended: _, ...figures } }) => ({ id, name, ...figures }));
  if (components.length === 0) return null;
  return {
    isWaiting: stage === "found",
    startsAt: dueAt ?? ctx.now(),
    components,
    more: found.length > maxComponentsListed,
  };
}

/** Reads what of a page's past is to be restated, until that is done; null = nothing is. Two statements. */
export const readPageRestatement = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<RestatingView | null>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [restatingOfPageQuery(ctx, pageId)], async ([[row]]) => {
    if (!row || row.dueAt === null || row.foundAt === null) return ok(null);
    return ok(await viewOf(ctx, pageId, row));
  });

/** Reads the same for all pages of the deployment, for its operator: one statement, and one more for each page. */
export const listRestatings = (ctx: Ctx): Promise<Result<PageRestatement[]>> =>
  readIfOperator(ctx, [unfinishedRestatingsQuery(ctx, maxPagesListed)], async ([pages]) => {
    const views = await Promise.all(pages.map((each) => viewOf(ctx, each.pageId, each)));
    return ok(
      pages.flatMap(({ slug, name: page }, index) => {
        const view = views[index];
        return view ? [{ slug, page, ...view }] : [];
      }),
    );
  });

const input = z.object({ ...pageIdInputShape, ...commitIdInputShape });

export type StartRestatingInput = z.input<typeof input>;

/**
 * Starts, for an owner, the correction of the periods found on a page; ticks do the work. Nothing changes when it has
 * already started or its time has passed. Failures: missing (there is nothing to correct).
 */
export const startPageRestatement = (ctx: Ctx, given: StartRestatingInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { role: "owner", subject: "page", input, row: (_, { pageId }) => restatingWithFindingsQuery(ctx, pageId) },
    given,
    ({ row }) => {
      if (row.stage !== "found") return ok(null);
      const now = ctx.now();
      const columns = { stage: "writing" as const, startedAt: now, startedBy: personIdOfActor(ctx.actor), dueAt: now };
      return ok({
        action: "page.restate",
        expect: [{ table: restatingTable, rows: [{ pageId: row.id, version: row.version }], key: ["pageId"] }],
        changes: updateRowsStatements(restatingTable, row.id, [{ pageId: row.id, ...columns }], ["pageId"]),
      });
    },
  );
