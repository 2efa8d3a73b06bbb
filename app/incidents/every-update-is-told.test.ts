import { afterEach, beforeEach, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { commitChange } from "~/change/commit";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { incidentTable, incidentUpdateTable, noticeTable } from "~/db/schema";
import { LostRaceError } from "~/platform/trouble";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { good } from "../../tests/support/desk";
import { asOwner } from "../../tests/support/every-fault";
import { aPage, arrange, type TestPage } from "../../tests/support/scenario";
import { quiet } from "../../tests/support/told";
import { editIncident } from "./edit";
import { incidentUpdateNotices } from "./incident-rows";
import { postIncidentUpdate } from "./post-update";

let deployment: TestDeployment;
let page: TestPage;
const minute = 60_000;

beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0, resolveAfterSeconds: 60 }));
});
afterEach(() => deployment.close());

const owner = () => quiet(asOwner(deployment.ctx(), page));

/** Fires or ends an alert, and lets time pass until its group has decided. */
async function alerted(sql: string): Promise<void> {
  const now = deployment.clock.now;
  const bump = "UPDATE settle SET wanted = wanted + 1, recovered_at = ?2 WHERE page_id = ?1";
  await runBatch(deployment.ctx(), [
    { sql, params: [page.sourceId, now, page.id] },
    { sql: bump, params: [page.id, now] },
  ]);
  for (let step = 0; step < 3; step++) {
    await settlePage(deployment.ctx({ kind: "machine", id: "test" }), page.id);
    deployment.clock.now += minute;
  }
}

const fires = `INSERT INTO alert (id, page_id, source_id, key, state, severity, title, labels, flags, started_at, first_seen_at, last_seen_at)
  VALUES (?1 || '.one', ?3, ?1, 'one', 'firing', 'critical', 'one is down', '{}', '[]', ?2, ?2, ?2)
  ON CONFLICT (id) DO UPDATE SET state = 'firing', started_at = ?2, ended_at = NULL`;
const ends = "UPDATE alert SET state = 'resolved', ended_at = ?2 WHERE source_id = ?1 AND page_id = ?3";

async function facts() {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [[row], updates, notices] = await readBatch(
    ctx,
    db.select().from(incidentTable),
    db.select().from(incidentUpdateTable),
    db.select().from(noticeTable),
  );
  return { row, updates, told: notices.filter(({ kind }) => kind === "incident_update") };
}

test("a person's updates after a flap each have a notice of their own", async () => {
  for (let flap = 0; flap < 4; flap++) {
    await alerted(fires);
    if (flap < 3) await alerted(ends);
  }
  const id = (await facts()).row?.id ?? "";
  for (let step = 0; step < 4; step++) {
    deployment.clock.now += minute;
    await good(postIncidentUpdate(owner(), { pageId: page.id, id, body: `Step ${step}.`, status: "identified" }));
  }
  const { updates, told } = await facts();
  expect(updates.length).toBeGreaterThanOrEqual(7);
  expect(told).toHaveLength(updates.length);
});

test("a notice that must be born and cannot breaks its commit", async () => {
  await alerted(fires);
  const { row } = await facts();
  const { id = "", version = 0 } = row ?? {};
  await good(editIncident(owner(), { pageId: page.id, id, title: "Another title" }));
  const ctx = owner();
  const again = commitChange(ctx, {
    id: ctx.id(),
    pageId: page.id,
    changes: [],
    notices: [0, version].flatMap((sequence) =>
      incidentUpdateNotices(ctx, { incidentId: id, sequence, components: {}, event: "incident_updated", notify: true }),
    ),
    audit: { action: "incident.update", subjectKind: "incident", subjectId: id },
  });
  await expect(again).rejects.toBeInstanceOf(LostRaceError);
});
