import type { IdOnPage } from "~/access/id-on-page";
import { withoutUndefinedFields } from "~/change/differences";
import { readBatch } from "~/db/read";
import { fail, missingFailure, type Result } from "~/failures/failure";
import {
  componentChangesBetween,
  layersWithoutIncidentsByComponent,
  parseStatusByComponent,
  type StatusByComponent,
  statusesAfterChange,
} from "~/incidents/incident-facts";
import { renderedUpdateColumns } from "~/incidents/incident-rows";
import { newIncidentRow } from "~/incidents/open";
import { componentChangesOf, incidentColumnsAfterUpdate } from "~/incidents/post-update";
import {
  incidentByIdQuery,
  namedComponentsOfIncidentQuery,
  updatesOfIncidentQuery,
} from "~/incidents/queries/incident";
import { nextUpdateDueAt } from "~/incidents/rules/incident";
import { openIncidentInputSchema, postIncidentUpdateInputSchema } from "~/incidents/rules/input";
import { publishPostmortemInputSchema } from "~/incidents/rules/postmortem-input";
import { type MailedIncident, writeIncidentEmail } from "~/notifications/letters/engine/incident";
import type { MailedUpdate } from "~/notifications/letters/engine/news";
import { noticeForPreview } from "~/notifications/letters/engine/preview-subject";
import { incidentMessageContent } from "~/notifications/letters/engine/published-message";
import {
  type ComponentLayersRow,
  componentLayersByIdsQuery,
  lastNotificationTimeQuery,
} from "~/notifications/queries/letter-facts";
import type { PublishedIncident } from "~/notifications/rules/published-content";
import { type PageRow, pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { toStatus } from "~/status/status";
import { createPreview, type PreviewBuilder } from "./preview";

interface SupposedIncident {
  event: PublishedIncident["event"];
  row: MailedIncident & { closed: boolean };
  touched: StatusByComponent;
  /** Updates, newest first, including the one being written. */
  updates: readonly MailedUpdate[];
  toldBefore: number;
  notify: boolean;
}

/** Returns its components with the statuses that they will have once it is published. */
const standingAfter = (
  standings: readonly ComponentLayersRow[],
  { row, touched }: SupposedIncident,
): ComponentLayersRow[] =>
  standings.flatMap((each) => {
    const status = touched[each.id];
    if (status === undefined) return [];
    const among = row.closed ? [] : [status];
    const incidents = JSON.stringify([...(JSON.parse(each.incidents) as string[]), ...among]);
    return [{ ...each, incidents, given: status }];
  });

interface PreviewContext<Seen> {
  page: PageRow;
  standings: readonly ComponentLayersRow[];
  look: PreviewBuilder<Seen>;
}

function shown<Seen>(
  ctx: Ctx,
  { page, standings, look }: PreviewContext<Seen>,
  supposed: SupposedIncident,
): Promise<Result<Seen>> {
  const { event, row, touched, updates, toldBefore, notify } = supposed;
  const kind = event === "postmortem_published" ? "incident_postmortem" : "incident_update";
  const notice = noticeForPreview(ctx, {
    pageId: page.id,
    subjectId: row.id,
    kind,
    componentIds: Object.keys(touched),
  });
  const components = standingAfter(standings, supposed);
  const [last] = updates;
  const said = last ? { status: last.status, text: last.bodyText, said: last.said } : null;
  const given = updates.flatMap(({ changes = [] }) => changes.flatMap(({ from, to }) => [from, to]));
  const told = components.map((each) => ({ ...each, given: touched[each.id] ?? "operational" }));
  return look(ctx, {
    page,
    notice,
    event,
    notify,
    writer: writeIncidentEmail(
      { ctx, notices: [notice], masked: true },
      { page, row, toldBefore, updates, components },
    ),
    telling: incidentMessageContent(event, row, { last: said, touched: told, severities: [], given }),
  });
}

const unwritten = {
  titleSaid: null,
  postmortem: "none",
  postmortemHtml: "",
  postmortemText: "",
  postmortemPublishedAt: null,
} as const;

/** Returns a text as an update of now. */
const updateOf = (ctx: Ctx, status: string, body: string, changes: MailedUpdate["changes"] = []): MailedUpdate => ({
  id: "preview",
  status,
  ...renderedUpdateColumns(body),
  shownAt: ctx.now(),
  createdAt: ctx.now(),
  changes,
});

/** Previews an incident being opened, as if it were published at once. Failures: invalid. */
export const previewIncidentOpening = createPreview(openIncidentInputSchema, async (ctx, input, look) => {
  const { pageId, components: touched, body, notify } = input;
  const [[page], standings] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    componentLayersByIdsQuery(ctx, pageId, Object.keys(touched), ""),
  );
  if (!page) return missingFailure;
  const startedAt = Math.min(ctx.now(), input.startedAt ?? ctx.now());
  const row = {
    ...unwritten,
    ...newIncidentRow(ctx, "preview", { ...input, visibility: "published" }, startedAt),
  };
  const names = new Map(standings.map(({ id, name }) => [id, name]));
  const update = updateOf(ctx, row.status, body, componentChangesBetween({}, touched, names, startedAt));
  const event = row.closed ? "incident_resolved" : "incident_published";
  return shown(ctx, { page, standings, look }, { event, row, touched, updates: [update], toldBefore: 0, notify });
});

const answersOf = (ctx: Ctx, pageId: string, id: string, componentIds: readonly string[]) =>
  readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    incidentByIdQuery(ctx, pageId, id),
    updatesOfIncidentQuery(ctx, pageId, id),
    lastNotificationTimeQuery(ctx, pageId, id, ctx.now()),
    componentLayersByIdsQuery(ctx, pageId, componentIds, id),
    namedComponentsOfIncidentQuery(ctx, pageId, id),
  );

/** Reads the current incident with the facts of its preview, in one round trip of six statements. */
async function found(ctx: Ctx, { pageId, id }: IdOnPage, componentIds: readonly string[]) {
  const [[page], [incident], rows, [told], standings, components] = await answersOf(ctx, pageId, id, componentIds);
  if (!page || !incident) return null;
  return {
    page,
    row: { ...incident.row, components: parseStatusByComponent(incident.components) },
    updates: rows.map(({ row }): MailedUpdate => row),
    toldBefore: told?.at ?? 0,
    standings,
    layers: layersWithoutIncidentsByComponent(components),
    names: new Map(components.map((each) => [each.id, each.name])),
    archived: new Set(components.flatMap((each) => (each.archivedAt === null ? [] : [each.id]))),
  };
}

/** Returns the statuses that other incidents, or active maintenance, give its components. */
const among = (standings: readonly ComponentLayersRow[], from: "incidents" | "maintenances") =>
  standings.flatMap((each) =>
    (JSON.parse(each[from]) as string[]).map((status) => ({ componentId: each.id, status: toStatus(status) })),
  );

/** Previews an update; for a draft, its messages when it is published. Failures: invalid, conflict, gone, missing. */
export const previewIncidentUpdate = createPreview(postIncidentUpdateInputSchema, async (ctx, input, look) => {
  const facts = await found(ctx, input, Object.keys(input.components ?? {}));
  if (!facts) return missingFailure;
  const { page, row, names, standings, toldBefore } = facts;
  const touched = statusesAfterChange(facts, input) ?? row.components;
  const next = incidentColumnsAfterUpdate(facts, input, ctx.now(), touched);
  if (!next.ok) return fail(next.failure);
  const { status, closed } = next.value;
  const after = {
    ...row,
    ...withoutUndefinedFields({ title: input.title, impactOverride: input.impactOverride }),
    ...next.value,
    nextUpdateAt: nextUpdateDueAt(input.nextMinutes, ctx.now(), closed),
  };
  const beside = { others: among(standings, "incidents"), works: among(standings, "maintenances") };
  const moving = { row, before: row.components, after: touched, closed, names, standings: facts.layers, ...beside };
  const changes = componentChangesOf(moving);
  const updates = [updateOf(ctx, status, input.body, changes), ...facts.updates];
  const draft = row.visibility === "draft";
  const event = draft ? "incident_published" : closed && !row.closed ? "incident_resolved" : "incident_updated";
  return shown(
    ctx,
    { page, standings, look },
    { event, row: after, touched, updates, toldBefore, notify: input.notify },
  );
});

/** Previews a postmortem. Failures: invalid, missing. */
export const previewPostmortem = createPreview(publishPostmortemInputSchema, async (ctx, input, look) => {
  const facts = await found(ctx, input, []);
  if (!facts) return missingFailure;
  const { page, standings, updates, toldBefore } = facts;
  const { html, text } = renderMarkdown(input.body ?? facts.row.postmortemBody);
  const written = { postmortem: "published", postmortemHtml: html, postmortemText: text } as const;
  const row = { ...facts.row, ...written, postmortemPublishedAt: ctx.now() };
  const { components: touched } = facts.row;
  const { notify } = input;
  return shown(
    ctx,
    { page, standings, look },
    { event: "postmortem_published", row, touched, updates, toldBefore, notify },
  );
});
