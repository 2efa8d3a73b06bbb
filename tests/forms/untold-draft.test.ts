import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { incidentTable } from "~/db/schema";
import { missedNoticeLaneNumber } from "~/notifications/rules/missed-events";
import { noon, type TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { aNotice, arrange, put } from "../support/scenario";
import type { Browser } from "../support/worker";

/** A draft of which nobody could be notified says so, on Now and in its room, until the summary has left. */
let deployment: TestDeployment;
let stage: Stage;
let responder: Browser;

const times = { startedAt: noon, createdAt: noon, updatedAt: noon };
const draft = { status: "investigating", impact: "minor", visibility: "draft", origin: "machine" } as const;

const textOf = async (path: string) => {
  const html = await (await responder.go(path)).text();
  return html.replaceAll(/<script[\s\S]*?<\/script>/g, "").replaceAll(/<[^>]+>/g, "\n");
};

const execute = (sql: string) => runBatch(deployment.ctx(), [{ sql, params: [] }]);

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  responder = await browserOf(deployment, "responder");
  const rows = ["missed", "heard"].map((id) => ({ id, pageId: stage.id, title: `Draft ${id}`, ...draft, ...times }));
  await put(deployment, incidentTable, rows);
  const about = { kind: "missed_notifications", subjectId: stage.id, sequence: 1, lane: missedNoticeLaneNumber };
  await arrange(deployment, aNotice(stage.id, { id: "waits", ...about, scope: { subjects: { missed: 0 } } }));
});
afterAll(() => deployment.close());

const now = "/manage/acme";
const room = "/manage/acme/incidents/missed";

test("Now names the draft that nobody was notified of, and no other", async () => {
  const text = await textOf(now);
  expect(text.match(/Nobody was notified/g)).toHaveLength(1);
  expect(text.indexOf("Nobody was notified")).toBeGreaterThan(text.indexOf("Draft missed"));
});

test("its room says so, and why; another's does not", async () => {
  const text = await textOf(room);
  expect(text).toContain("Nobody was notified of this");
  expect(text).toMatch(/No mailer is set up and no channel is on|Someone can be notified now/);
  expect(await textOf("/manage/acme/incidents/heard")).not.toContain("Nobody was notified");
});

test("once somebody was told of it, or the summary has left, neither says so", async () => {
  await execute(
    `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, expires_at, created_at, outcome)
    VALUES ('told', '${stage.id}', 'incident_stale', 'missed', 1, 'team', '{}', 1, 1, 'sent')`,
  );
  expect(await textOf(room)).not.toContain("Nobody was notified");
  await execute("DELETE FROM notice WHERE id = 'told'");
  expect(await textOf(room)).toContain("Nobody was notified");
  await execute("UPDATE notice SET lane = 4 WHERE id = 'waits'");
  expect(await textOf(room)).not.toContain("Nobody was notified");
  expect(await textOf(now)).not.toContain("Nobody was notified");
});
