import { permitRole } from "~/access/permission";
import { observedComponentsAmongQuery } from "~/alert-rules/queries/observed-components";
import { priorCommitQuery } from "~/audit/queries/audit";
import { auditedItems } from "~/change/audited-items";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readOnPage } from "~/change/read-permitted";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { readBatch } from "~/db/read";
import { componentTable } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";
import { type BulkDecision, decideBulkChange } from "./bulk-decisions";
import { componentGroupsOfPageQuery } from "./queries/component";
import { openIncidentsOfComponentsQuery, watchersOfComponentsQuery } from "./queries/component-table";
import { type BulkComponentsChange, type BulkComponentsInput, bulkComponentsInputSchema } from "./rules/bulk-input";

export type { BulkComponentsInput };

/** Reads the facts for all of these actions, in one batch. Null when a component was deleted. */
async function readFacts(ctx: Ctx, { pageId, ids }: BulkComponentsChange, commitId: string) {
  const [prior, known, timeline, observed, groups] = await readBatch(
    ctx,
    priorCommitQuery(ctx, commitId),
    activeComponentsOfPageQuery(ctx, pageId),
    timelineStateOfPageQuery(ctx, pageId),
    observedComponentsAmongQuery(ctx, pageId, ids),
    componentGroupsOfPageQuery(ctx, pageId),
  );
  const rows = known.filter(({ id }) => ids.includes(id));
  const observedIds = new Set(observed.map(({ id }) => id));
  return { prior, rows, known, groups, observedIds, state: timelineStateOf(timeline) };
}

const settledActions: readonly string[] = ["mute", "unmute", "archive"];

const isSettled = ({ action }: BulkComponentsChange): boolean => settledActions.includes(action);

async function attempt(ctx: Ctx, input: BulkComponentsChange, commitId: string): Promise<Result<ChangeResult>> {
  const { pageId, ids, action } = input;
  const { prior, ...facts } = await readFacts(ctx, input, commitId);
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay;
  const { rows } = facts;
  if (rows.length < ids.length) return missingFailure;
  const decided = await decideBulkChange(ctx, input, facts);
  if (!decided.ok) return decided;
  const { after, changes, guards, publishes = false }: BulkDecision = decided.value;
  return commitChange(ctx, {
    id: commitId,
    pageId,
    expect: [{ table: componentTable, rows: rows.map(({ id, version }) => ({ id, version })) }],
    guards,
    changes: [...(isSettled(input) ? [requestSettleStatement(pageId, ctx.now(), !publishes)] : []), ...changes],
    publishes,
    audit: {
      action: `component.bulk_${action}`,
      subjectKind: "page",
      subjectId: pageId,
      before: { components: auditedItems(rows) },
      after: { ...after, count: rows.length },
    },
  });
}

/** A responder, who may set a status, may mute as well; an admin decides what is on the page, and where. */
const roleFor = (action: string) => (["set_status", "mute", "unmute"].includes(action) ? "responder" : "admin");

/**
 * Changes up to 500 components in one commit, either all or none: sets their group, manual status or mute, or archives
 * them. Failures: missing (one is not on the page), invalid.
 */
export async function bulkChangeComponents(ctx: Ctx, given: BulkComponentsInput): Promise<Result<ChangeResult>> {
  const may = permitRole(ctx.actor, ctx.member, given.pageId, roleFor(given.action));
  const parsed = may.ok ? parseInput(bulkComponentsInputSchema, given) : may;
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id() } = parsed.value;
  const done = await commitChangeWithRetry(ctx, () => attempt(ctx, parsed.value, commitId));
  if (done.ok && isSettled(parsed.value)) settlePageAfterAnswer(ctx, pageId);
  return done;
}

export interface ArchivePreview {
  /** The components in the page's order, each with the names of what watches it. */
  components: { id: string; name: string; watchers: string[] }[];
  /** Titles of open incidents that name one of them; they stay open. */
  incidents: string[];
}

/** Returns what archiving these components would end and leave, for the page that asks first. */
export const readArchivePreview = (
  ctx: Ctx,
  { pageId, ids }: { pageId: string; ids: readonly string[] },
): Promise<Result<ArchivePreview>> =>
  readOnPage(
    ctx,
    { pageId, role: "admin" },
    [
      activeComponentsOfPageQuery(ctx, pageId),
      watchersOfComponentsQuery(ctx, pageId, ids),
      openIncidentsOfComponentsQuery(ctx, pageId, ids),
    ],
    ([known, watchers, incidents]) => {
      const names = Map.groupBy(watchers, ({ componentId }) => componentId);
      const components = known
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name }) => ({ id, name, watchers: (names.get(id) ?? []).map((each) => each.name) }));
      return ok({ components, incidents: incidents.map(({ title }) => title) });
    },
  );
