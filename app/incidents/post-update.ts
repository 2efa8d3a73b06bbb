import { followedAnew } from "~/alerts/settling/rules/following";
import type { Done } from "~/change/answers";
import { present } from "~/change/differences";
import { allWrong, fail, invalid, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { changesBetween, componentsSaid, type IncidentFacts, type Touched, touchedAfter, touchRefusal } from "./facts";
import { judgedTime } from "./open";
import { insertIncidentUpdate, ladder, replaceComponents, updateNotices } from "./rows";
import { partsWith } from "./rules/edited-parts";
import { applyUpdate, promisedAt } from "./rules/incident";
import { type PostUpdateInput, postUpdateInput } from "./rules/input";
import { type IncidentStep, stepIncident, storyOf, storyWith } from "./step";

export type { PostUpdateInput };

type Parsed = ReturnType<typeof postUpdateInput.parse>;

/** What the incident gives its components: nothing while it is resolved. */
export const givenBy = (status: string, components: Touched): Touched => (status === "resolved" ? {} : components);

/** The incident's own columns after the update; a person has spoken, so it counts as edited. */
export function stepped(
  facts: Pick<IncidentFacts, "row">,
  input: Pick<Parsed, "status">,
  at: number,
  components: Touched,
) {
  const { row } = facts;
  const next = applyUpdate(row, { status: input.status ?? (row.status as "investigating"), at });
  if (!next.ok) return next;
  const { status, closed, monitoringAt, resolvedAt } = next.value;
  const fields = { status, closed, monitoringAt, resolvedAt, impact: ladder(components), edited: true };
  const resolvedBy = closed ? (row.resolvedBy ?? "person") : null;
  const reopened = row.closed && !closed;
  const following = followedAnew(row.following, Object.keys(components), at);
  return {
    ok: true as const,
    value: { ...fields, resolvedBy, ...(reopened ? { groupKey: "", recoveredAt: null, following } : {}) },
  };
}

const saysNothing = invalid("body", "incident.says_nothing", "says_nothing");

/** What is said, and what it moves. */
function decided(ctx: Ctx, facts: IncidentFacts, input: Parsed, shownAt: number): Result<IncidentStep> {
  const { row } = facts;
  const { pageId, id, body, notify } = input;
  const touched = touchedAfter(facts, input);
  const components = touched ?? row.components;
  const head = present({ title: input.title, impactOverride: input.impactOverride });
  const impact = head.impactOverride === undefined ? row.impactOverride : head.impactOverride;
  const refused = touchRefusal(facts, components, impact);
  if (refused) return refused;
  const next = stepped(facts, input, shownAt, components);
  if (!next.ok) return fail(next.failure);
  const nextUpdateAt = promisedAt(input.nextMinutes, ctx.now(), next.value.closed);
  const said = { ...head, text: true, componentIds: componentsSaid(facts, input, components) };
  const fields = { ...head, ...next.value, nextUpdateAt, editedParts: partsWith(row, said) };
  const before = givenBy(row.status, row.components);
  const changes = changesBetween(before, givenBy(fields.status, components), facts.names);
  const moved = fields.status !== row.status || changes.length > 0 || Object.keys(head).length > 0;
  if (body.trim() === "" && !moved) return saysNothing;
  const update = { incidentId: id, status: fields.status, body, shownAt, notify, changes };
  const published = row.visibility === "published";
  const event = fields.closed && !row.closed ? "incident_resolved" : "incident_updated";
  const news = { incidentId: id, sequence: row.version + 1, components, event, notify } as const;
  const told = [...(storyOf(facts)?.updates ?? []), update];
  return ok({
    action: `incident.${verbOf(row.closed, fields.closed)}`,
    fields,
    changes: [...insertIncidentUpdate(ctx, pageId, update), ...(touched ? replaceComponents(pageId, id, touched) : [])],
    ...(published ? { after: storyWith(facts, { ...row, ...fields }, components, told) } : {}),
    saysHow: !(row.closed && fields.closed),
    notices: published ? updateNotices(ctx, news) : [],
    publishes: published,
    audited: {
      body,
      ...present({ nextMinutes: input.nextMinutes ?? undefined }),
      components: changes.map(({ name, from, to }) => `${name}: ${from} → ${to}`),
    },
  });
}

const verbOf = (wasClosed: boolean, closed: boolean): string => {
  if (wasClosed === closed) return "update";
  return closed ? "resolve" : "reopen";
};

/**
 * Posts an update: says what is new, sets the status, moves components; resolves and reopens. Failures: invalid,
 * conflict (version, dismissed), gone (withdrawn), missing.
 */
export function postUpdate(ctx: Ctx, given: PostUpdateInput): Promise<Result<Done>> {
  const since = Math.min(ctx.now(), given.shownAt ?? ctx.now());
  return stepIncident(ctx, { role: "responder", input: postUpdateInput, since }, given, (facts, input) => {
    const shownAt = Math.min(ctx.now(), input.shownAt ?? ctx.now());
    const early = shownAt < facts.row.startedAt ? invalid("shownAt", "incident.not_started") : null;
    const untimely = judgedTime(ctx, "shownAt", input.shownAt) ?? early;
    const step = decided(ctx, facts, input, shownAt);
    return untimely ? (allWrong(untimely, step) ?? untimely) : step;
  });
}
