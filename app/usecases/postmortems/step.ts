import type { NoticeDraft } from "~/db/commit";
import { priorCommit } from "~/db/queries/audit";
import { componentsIn, type IncidentRow, incidentById } from "~/db/queries/incident";
import { read } from "~/db/read";
import { incident } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import type { Result } from "~/rules/basics/failure";
import { type PostmortemState, type PostmortemStep, saysNothing, stepPostmortem } from "~/rules/incidents/postmortem";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences } from "../change/differences";
import { find } from "../change/find";

interface Target {
  pageId: string;
  id: string;
  version?: number | undefined;
  commitId: string;
}

interface Plan {
  step: PostmortemStep;
  body?: string | undefined;
  notify?: boolean;
}

const usefulFor = 24 * 3600_000;

/** Each publication that tells is told once: the version that it makes is its number. */
const noticeOf = (ctx: Ctx, row: IncidentRow, components: string): NoticeDraft => ({
  kind: "incident_postmortem",
  subjectId: row.id,
  sequence: row.version + 1,
  audience: "subscribers",
  scope: { incident_id: row.id, component_ids: componentsIn(components).map((each) => each.componentId) },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + usefulFor,
});

function written(ctx: Ctx, body: string | undefined): Partial<IncidentRow> {
  if (body === undefined) return {};
  const { html, text } = renderMarkdown(body);
  return { postmortemBody: body, postmortemHtml: html, postmortemText: text, postmortemUpdatedAt: ctx.now() };
}

const nothing: Partial<IncidentRow> = {
  ...{ postmortemBody: "", postmortemHtml: "", postmortemText: "", postmortemUpdatedAt: null },
  ...{ postmortemPublishedAt: null, postmortemNotified: false },
};

function fieldsOf(ctx: Ctx, row: IncidentRow, { step, body, notify }: Plan, state: PostmortemState) {
  if (step === "delete") return { ...nothing, postmortem: state };
  const fields: Partial<IncidentRow> = { ...written(ctx, body), postmortem: state };
  if (step === "publish") {
    fields.postmortemPublishedAt = ctx.now();
    fields.postmortemNotified = row.postmortemNotified || notify === true;
  }
  if (step === "revert") fields.postmortemPublishedAt = null;
  return fields;
}

/** Of the audit entry: the text once, as Markdown. */
function audited(row: IncidentRow, fields: Partial<IncidentRow>, told: boolean) {
  const { postmortemBody: body, postmortem } = fields;
  const { before = null, after = {} } = differences(
    { postmortem: row.postmortem, text: row.postmortemBody },
    body === undefined ? { postmortem } : { postmortem, text: body },
  );
  return { before, after: { ...after, ...(told ? { tellsSubscribers: true } : {}) } };
}

/** One step of a postmortem, guarded by its incident's version. The caller has seen to rights and input. */
export function changePostmortem(ctx: Ctx, target: Target, plan: Plan): Promise<Result<Done>> {
  const { pageId, id, commitId } = target;
  return changing(ctx, async () => {
    const [prior, [found]] = await read(ctx, priorCommit(ctx, commitId), incidentById(ctx, pageId, id));
    const { row, answer } = find(prior, found?.row, target);
    if (answer) return answer;
    const next = stepPostmortem(row, plan.step);
    if (!next.ok) return next;
    const empty =
      plan.step === "write" || plan.step === "publish" ? saysNothing(plan.body ?? row.postmortemBody) : null;
    if (empty) return empty;
    const fields = fieldsOf(ctx, row, plan, next.value);
    const tells = plan.step === "publish" && plan.notify === true;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: incident, rows: [{ id, version: row.version }] }],
      changes: updateRows(incident, pageId, [{ id, ...fields, updatedAt: ctx.now() }]),
      notices: tells ? [noticeOf(ctx, row, found?.components ?? "[]")] : [],
      audit: {
        action: `incident.postmortem_${plan.step}`,
        subjectKind: "incident",
        subjectId: id,
        ...audited(row, fields, tells),
      },
      publishes: row.postmortem === "published" || next.value === "published",
    });
  });
}
