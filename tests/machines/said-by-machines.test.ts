import { afterAll, beforeAll, expect, test } from "vitest";
import { planMaintenance } from "~/maintenances/plan";
import { editMaintenanceUpdate } from "~/maintenances/updates";
import { readMaintenance, startMaintenance } from "~/maintenances/verbs";
import { updatePage } from "~/pages/update";
import { readPage } from "~/pages/verbs";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../support/desk";
import { openBrowser } from "../support/worker";

let desk: Desk;
let target: { pageId: string; id: string };

const hour = 3_600_000;

beforeAll(async () => {
  desk = await openDesk();
  const { pageId, components } = desk;
  const { version } = await good(readPage(desk.as("admin"), { pageId }));
  await good(updatePage(desk.as("admin"), { pageId, version, language: "de" }));
  const now = desk.deployment.clock.now;
  const plan = { pageId, title: "Umzug", body: "", startsAt: now + hour, endsAt: now + 2 * hour };
  const { id } = await good(
    planMaintenance(desk.as("responder"), { ...plan, components: { [components[0]]: "under_maintenance" } }),
  );
  target = { pageId, id };
  // Of two updates of one millisecond nobody knows which is the newer.
  desk.deployment.clock.now += 1000;
  await good(startMaintenance(desk.as("responder"), target));
});
afterAll(() => desk.close());

async function read(path: string, language: string): Promise<string> {
  resetIsolate();
  const browser = await openBrowser(desk.deployment);
  return (await browser.go(path, { headers: { "accept-language": language } })).text();
}

test("each reader reads what no person wrote in their own language, programs in the page's", async () => {
  expect(await read("/acme", "ja")).toContain('<p class="said" dir="auto">予定されたメンテナンスを実施中です。</p>');
  expect(await read("/acme", "fr")).toContain("La maintenance planifiée est en cours.");
  expect(await read("/acme", "sw")).toContain("Die geplante Wartung läuft derzeit.");
  expect(await read("/acme/api/v2/summary.json", "ja")).toContain("Die geplante Wartung läuft derzeit.");
  expect(await read("/acme/feed.atom", "ja")).toContain("Die geplante Wartung läuft derzeit.");
});

test("once a person corrects it, it is theirs and stays as they wrote it", async () => {
  const { updates } = await good(readMaintenance(desk.as("viewer"), target));
  const update = updates.find(({ status }) => status === "in_progress");
  const body = "Wir ziehen um.";
  await good(editMaintenanceUpdate(desk.as("responder"), { ...target, updateId: update?.id ?? "", body }));
  const japanese = await read("/acme", "ja");
  expect(japanese).toContain('<p class="said" dir="auto" lang="de">Wir ziehen um.</p>');
  expect(japanese).not.toContain("実施中です。</p>");
});
