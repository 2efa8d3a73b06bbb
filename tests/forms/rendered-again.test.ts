import { afterAll, beforeAll, expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { type Desk, good, openDesk } from "../support/desk";
import { withEarlierTexts } from "../support/earlier-texts";
import { browserOf, makePeople } from "../support/matrix-cast";
import { seldomTicks } from "../support/older-page";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await makePeople(desk.deployment);
  const { pageId, components, deployment } = desk;
  const touched = { [components[0]]: "major_outage" as const };
  const down = { pageId, title: "Down", status: "investigating", body: "    ERROR 503", components: touched };
  await good(openIncident(desk.owner(), down));
  await withEarlierTexts(deployment.bindings.DB, deployment.clock.now);
});
afterAll(() => desk.close());

test("System says that stored texts are rendered again, until it is done", async () => {
  const operator = await browserOf(desk.deployment, "operator");
  const system = async () => (await operator.go("/manage/deployment")).text();
  expect(await system()).toContain("Texts saved by earlier versions are being converted");
  await desk.deployment.bindings.DB.prepare("UPDATE rendering SET tries = 1").run();
  expect(await system()).toContain("The last step failed.");
  await seldomTicks(desk, 2);
  expect(await system()).not.toContain("Stored texts");
});
