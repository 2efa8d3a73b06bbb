import { expect, test } from "vitest";
import { maxCommitStatements } from "~/commit/commit";
import { runBatch } from "~/db/run-batch";
import { readWords } from "~/i18n/words";
import { deploymentOfFile } from "../../../../tests/support/of-file";
import { aPage, arrange } from "../../../../tests/support/scenario";
import { firing, incident } from "../../../../tests/support/settling";
import type { AlertGroup } from "../../rules/alert-group";
import { readSettleFactsByPage } from "../queries/settle";
import { emptyIncidentFollowState } from "../rules/incident-follow-state";
import type { SettleDecisionWithTexts } from "./public-words";
import { pageSettlingStatements } from "./settle-changes";

const deployment = deploymentOfFile();
const yesterday = () => deployment.clock.now - 20 * 3600_000;

/** The first update of an incident that opens. */
const first = { body: "", bodyHtml: "", bodyText: "", said: null };

/**
 * Returns all that one settling may decide at once, just after midnight, so that a recovery reaches into a closed day.
 */
function everything(pageId: string, sourceId: string, componentId: string): SettleDecisionWithTexts {
  const at = yesterday();
  const group: AlertGroup = {
    ...{ id: "g", sourceId, ruleId: "r", groupKey: "[]", state: "open", firstFiredAt: at },
    ...{ dueAt: null, incidentId: "known", version: 0 },
  };
  const components = [{ componentId, status: "operational" as const }];
  const {
    version: _,
    updatedAt: __,
    publishedAt: ___,
    edited: ____,
    ...row
  } = incident("known", { startedAt: at - 1 });
  const opens = { ...row, id: "new", sourceId, groupId: "g2", title: "", titleSaid: null, alertTitle: "", first };
  const was = { id: "known", startedAt: at - 1, components: [{ componentId, status: "major_outage" as const }] };
  const step = { componentId, from: "major_outage" as const, to: "operational" as const, at };
  return {
    observed: [],
    coverage: [],
    groups: [group],
    removedGroups: ["gone"],
    opened: [{ ...opens, origin: "source", visibility: "published", components, following: emptyIncidentFollowState }],
    changed: [{ ...row, change: "moved" }],
    silencedAlerts: new Set(),
    silencedSources: new Set(),
    silencedComponents: new Set(),
    calmed: [{ alertId: "calm", sourceId, startedAt: at, endedAt: at }],
    moved: [{ id: "known", steps: [step], components, retitled: null, saysSo: false }],
    followed: [{ id: "known", following: emptyIncidentFollowState }],
    news: [],
    joined: [{ alertId: firing("joins", { sourceId }).id, startedAt: at, incidentId: "known" }],
    blamed: [],
    before: [was],
    after: [{ ...was, components }],
    observersChangedAt: new Map(),
    dueAt: null,
    pageId,
  } as SettleDecisionWithTexts;
}

test("whatever one settling decides fits into one commit, also what reaches into a closed day", async () => {
  const page = await arrange(deployment, aPage());
  const [componentId = ""] = page.components;
  const midnight = Math.floor(deployment.clock.now / 86_400_000) * 86_400_000;
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE page SET open_day_at = ?2 WHERE id = ?1", params: [page.id, midnight] },
    { sql: "UPDATE component SET start_date = '2026-01-01' WHERE page_id = ?1", params: [page.id] },
  ]);
  const ctx = deployment.ctx({ kind: "machine", id: "test" });
  const found = (await readSettleFactsByPage(ctx, [page.id])).get(page.id);
  if (!found) throw new Error("The page is gone.");
  const { sourceId } = page;
  const alerts = [firing("joins", { sourceId })];
  const [moved] = found.facts.components;
  if (!moved) throw new Error("The page has no components.");
  const decision = everything(page.id, sourceId, componentId);
  decision.observed.push({ component: { ...moved, observedStatus: "operational" }, rows: [] } as never);
  const known = { ...found, facts: { ...found.facts, alerts } };
  const changes = await pageSettlingStatements(
    ctx,
    { pageId: page.id, spoken: await readWords(ctx, "en"), known },
    decision,
  );
  const tables = changes.map(({ sql: text }) => /(?:UPDATE|INTO|FROM) "?(\w+)/.exec(text)?.[1]);
  expect(tables).toContain("component_year");
  expect(tables).toHaveLength(maxCommitStatements - 1);
});
