import { withOtherFailures } from "~/change/and-also";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { type ComponentChange, incidentTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { combinedFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { componentChangesBetween, readIncidentChangeFacts, unknownIncidentComponentFailure } from "./incident-facts";
import { impactOfComponents, incidentComponentStatements, insertIncidentUpdatesStatements } from "./incident-rows";
import { planLayerChanges } from "./layer-plan";
import { givenTimeFailure, missingImpactFailure } from "./open";
import { type BackfilledUpdate, updatesOfBackfilledIncident } from "./rules/backfill";
import { allIncidentParts } from "./rules/edited-parts";
import { type BackfillIncidentInput, backfillIncidentInputSchema } from "./rules/input";

export type { BackfillIncidentInput };

type BackfillInput = ReturnType<typeof backfillIncidentInputSchema.parse>;

const refusal = (
  ctx: Ctx,
  given: Pick<BackfillIncidentInput, "components" | "impactOverride" | "startedAt" | "endsAt">,
) =>
  combinedFailure(
    missingImpactFailure(given),
    givenTimeFailure(ctx, "startedAt", given.startedAt),
    givenTimeFailure(ctx, "endsAt", given.endsAt),
  );

function incidentRow(ctx: Ctx, id: string, input: BackfillInput, updates: readonly BackfilledUpdate[]) {
  const { pageId, title, impactOverride, components, startedAt, endsAt } = input;
  const now = ctx.now();
  return {
    id,
    pageId,
    title,
    impactOverride,
    startedAt,
    impact: impactOfComponents(components),
    status: "resolved" as const,
    visibility: "published" as const,
    publishedAt: now,
    monitoringAt: updates.find((each) => each.status === "monitoring")?.shownAt ?? null,
    resolvedAt: endsAt,
    resolvedBy: "person" as const,
    closed: true,
    backfilled: true,
    origin: "person" as const,
    edited: true,
    editedParts: [...allIncidentParts],
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the component changes of the first and the last update; an incident with one update needs none. */
function changesOf(index: number, count: number, given: ComponentChange[], back: ComponentChange[]) {
  if (count < 2) return [];
  if (index === 0) return given;
  return index === count - 1 ? back : [];
}

/**
 * Adds an incident that is over, with the updates of its time: the uptime of the affected days is computed again, and
 * nobody is notified. Failures: invalid.
 */
export async function backfillIncident(ctx: Ctx, given: BackfillIncidentInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "responder", input: backfillIncidentInputSchema }, given);
  if (!authorized.ok) return withOtherFailures(authorized, () => refusal(ctx, given) ?? ok(null));
  const { input, commitId } = authorized.value;
  const { pageId, title, components, startedAt, endsAt, impactOverride } = input;
  const no = refusal(ctx, input);
  if (no) return no;
  const updates = updatesOfBackfilledIncident(input);
  if (!updates.ok) return updates;
  const id = ctx.id();
  const row = incidentRow(ctx, id, input, updates.value);
  return commitChangeWithRetry(ctx, async (keptFacts) => {
    const facts = await readIncidentChangeFacts(ctx, keptFacts, { pageId, since: startedAt, commitId });
    const replay = priorCommitResultOf(facts.prior, pageId);
    if (replay) return replay;
    const unknown = unknownIncidentComponentFailure(components, facts.names);
    if (unknown) return unknown;
    const touched = Object.entries(components).map(([componentId, status]) => ({ componentId, status }));
    const after = { ...row, updates: [], components: touched };
    const layer = await planLayerChanges(ctx, pageId, facts, { id, after, saysHow: false });
    const began = componentChangesBetween({}, components, facts.names, startedAt);
    const ended = componentChangesBetween(components, {}, facts.names);
    const drafts = updates.value.map((update, index) => ({
      ...update,
      notify: false,
      changes: changesOf(index, updates.value.length, began, ended),
    }));
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: layer.guards,
      changes: [
        ...insertRowsStatements(incidentTable, [row]),
        ...incidentComponentStatements(pageId, id, components),
        ...insertIncidentUpdatesStatements(ctx, pageId, row, drafts),
        ...layer.changes,
      ],
      audit: {
        action: "incident.backfill",
        subjectKind: "incident",
        subjectId: id,
        after: { title, impactOverride, components, startedAt, resolvedAt: endsAt, updates: drafts.length },
      },
      publishes: true,
    });
  });
}
