import type { z } from "zod";
import { drafterTokenFailure } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { changedValues } from "~/change/differences";
import type { NoticeDraft } from "~/commit/commit";
import { incidentTable } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { noticesToTeamAndSubscribers } from "~/notifications/engine/notices-to-both";
import { proposalNotice } from "~/notifications/rules/proposal-notice";
import type { Ctx } from "~/platform/ctx";
import { emptyMarkdownSections, renderMarkdown } from "~/platform/markdown";
import {
  guardOpenProposalCountStatement,
  type OpenProposalCount,
  openProposalCountQuery,
} from "~/proposals/queries/proposal";
import { maxOpenProposals, proposerOfDrafterToken, tooManyProposalsFailure } from "~/proposals/rules/proposal";
import { keepWordsStatements } from "~/search/queries/keep-words";
import { searchWordsAddedByText } from "~/search/rules/text-words";
import { searchPostmortemPart, searchTitlePart } from "~/search/rules/word-entries";
import { dayMs } from "~/time/durations";
import { titleForSearch } from "../incident-rows";
import { type IncidentRow, incidentByIdQuery, parseIncidentComponents } from "../queries/incident";
import {
  emptyPostmortemFailure,
  emptySectionsFailure,
  nextPostmortemState,
  type PostmortemAction,
  type PostmortemState,
} from "../rules/postmortem";
import type { postmortemTargetInputSchema } from "../rules/postmortem-input";

interface PostmortemPlan {
  step: PostmortemAction;
  body?: string | undefined;
  notify?: boolean;
}

const noticeLifetimeMs = dayMs;

/**
 * Returns the notice of a publication. Its sequence is the version that the publication makes, so each notifies once.
 */
const noticeOf = (ctx: Ctx, row: IncidentRow, components: string): NoticeDraft => ({
  kind: "incident_postmortem",
  subjectId: row.id,
  sequence: row.version + 1,
  audience: "subscribers",
  scope: { incident_id: row.id, component_ids: parseIncidentComponents(components).map((each) => each.componentId) },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + noticeLifetimeMs,
});

function written(ctx: Ctx, body: string | undefined): Partial<IncidentRow> {
  if (body === undefined) return {};
  const { html, text } = renderMarkdown(body);
  return {
    postmortemBy: proposerOfDrafterToken(ctx.actor),
    postmortemBody: body,
    postmortemHtml: html,
    postmortemText: text,
    postmortemUpdatedAt: ctx.now(),
  };
}

const nothing: Partial<IncidentRow> = {
  postmortemBody: "",
  postmortemHtml: "",
  postmortemText: "",
  postmortemBy: null,
  postmortemUpdatedAt: null,
  postmortemPublishedAt: null,
  postmortemNotified: false,
};

function fieldsOf(ctx: Ctx, row: IncidentRow, { step, body, notify }: PostmortemPlan, state: PostmortemState) {
  if (step === "delete") return { ...nothing, postmortem: state };
  const fields: Partial<IncidentRow> = { ...written(ctx, body), postmortem: state };
  if (step === "publish") {
    fields.postmortemBy = null;
    fields.postmortemPublishedAt = ctx.now();
    fields.postmortemNotified = row.postmortemNotified || notify === true;
  }
  if (step === "revert") fields.postmortemPublishedAt = null;
  return fields;
}

/** Returns the content of the audit entry: the text once, as Markdown. */
function audited(row: IncidentRow, fields: Partial<IncidentRow>, told: boolean) {
  const { postmortemBody: body, postmortem } = fields;
  const { before = null, after = {} } = changedValues(
    { postmortem: row.postmortem, text: row.postmortemBody },
    body === undefined ? { postmortem } : { postmortem, text: body },
  );
  return { before, after: { ...after, ...(told ? { tellsSubscribers: true } : {}) } };
}

/** Refuses a drafter's token where visitors would read it, or a person has written. */
const drafterRefusal = (ctx: Ctx, row: IncidentRow, state: PostmortemState): Result<never> | null =>
  proposerOfDrafterToken(ctx.actor) !== null &&
  (state === "published" || (row.postmortem !== "none" && row.postmortemBy === null))
    ? drafterTokenFailure
    : null;

/** Returns what a text by a token adds to the commit: room among the proposals of the page, and who is notified of it. */
function proposalStep(ctx: Ctx, row: IncidentRow, [counted]: OpenProposalCount) {
  const count = counted?.count ?? 0;
  if (proposerOfDrafterToken(ctx.actor) === null || row.postmortemBy !== null) return ok({ guards: [], notices: [] });
  if (count >= maxOpenProposals) return tooManyProposalsFailure;
  const subject = { kind: "postmortem", subjectId: row.id, incidentId: row.id, sequence: row.version + 1 } as const;
  return ok({
    guards: [guardOpenProposalCountStatement(row.pageId, ctx.now(), count)],
    notices: [proposalNotice(subject, ctx.now())],
  });
}

/** Returns why this text cannot be saved in this state; a draft may still have parts to fill in. */
function unfinished(row: IncidentRow, { step, body = row.postmortemBody }: PostmortemPlan, state: PostmortemState) {
  if (step !== "write" && step !== "publish") return null;
  return (
    emptyPostmortemFailure(body) ?? (state === "published" ? emptySectionsFailure(emptyMarkdownSections(body)) : null)
  );
}

/**
 * Keeps for the search the words that a saved text adds: those of the text before it stay in their row. The search may
 * not know the title before the first text.
 */
function wordsOf(row: IncidentRow, { postmortemText: text = "" }: Partial<IncidentRow>) {
  if (text === "") return [];
  const subject = { kind: "incident", id: row.id, at: row.startedAt } as const;
  const title = row.postmortemText === "" ? titleForSearch(row, undefined) : "";
  return keepWordsStatements(row.pageId, [
    { ...subject, part: searchTitlePart, text: title },
    { ...subject, part: searchPostmortemPart, text: searchWordsAddedByText(text, row.postmortemText) },
  ]);
}

/** True for a save of the text as it is. */
const isUnchanged = (row: IncidentRow, { step, body }: PostmortemPlan, state: PostmortemState): boolean =>
  step === "write" && body === row.postmortemBody && state === row.postmortem;

/** Returns the changes to write, none when all is as it was, or why they are refused. */
function decided(
  ctx: Ctx,
  { row, open }: { row: IncidentRow & { touched: string }; open: OpenProposalCount },
  plan: PostmortemPlan,
) {
  const { step, notify } = plan;
  const next = nextPostmortemState(row, step);
  if (!next.ok) return next;
  const refusal = drafterRefusal(ctx, row, next.value) ?? unfinished(row, plan, next.value);
  if (refusal) return refusal;
  if (isUnchanged(row, plan, next.value)) return ok(null);
  const proposed = proposalStep(ctx, row, open);
  if (!proposed.ok) return proposed;
  const fields = fieldsOf(ctx, row, plan, next.value);
  const tells = step === "publish" && notify === true;
  return ok({
    action: `incident.postmortem_${fields.postmortemBy ? "propose" : step}`,
    fields,
    changes: wordsOf(row, fields),
    guards: proposed.value.guards,
    notices:
      step === "publish"
        ? noticesToTeamAndSubscribers(noticeOf(ctx, row, row.touched), "postmortem_published", tells)
        : proposed.value.notices,
    ...audited(row, fields, tells),
    publishes: row.postmortem === "published" || next.value === "published",
  });
}

type PostmortemSchema = z.ZodType<
  z.output<typeof postmortemTargetInputSchema> & { body?: string | undefined; notify?: boolean }
>;

/** Applies one change to a postmortem, guarded by its incident's version. */
export const changePostmortem = <S extends PostmortemSchema>(
  ctx: Ctx,
  step: PostmortemAction,
  input: S,
  given: z.input<S> & { pageId: string },
): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "responder",
      drafts: step === "write",
      subject: "incident",
      table: incidentTable,
      input,
      row: (_, { pageId, id }) => incidentByIdQuery(ctx, pageId, id),
      facts: (_, { pageId }): { open?: ReturnType<typeof openProposalCountQuery> } =>
        proposerOfDrafterToken(ctx.actor) === null ? {} : { open: openProposalCountQuery(ctx, pageId, ctx.now()) },
      find: ([found]) => found && { ...found.row, touched: found.components },
      show: ({ touched: _, ...row }) => row,
    },
    given,
    ({ row, open = [], input: { body, notify = false } }) => decided(ctx, { row, open }, { step, body, notify }),
  );
