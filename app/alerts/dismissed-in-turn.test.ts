import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { holding } from "../../tests/support/held-database";
import { watch } from "../../tests/support/monitors";
import { observedOf, say } from "../../tests/support/own-alerts";
import { listAlerts } from "./list";
import { dismissAlert } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Returns the alert of a monitor that is down and moves a component. */
async function down(componentId: string) {
  const components = { [componentId]: "major_outage" as const };
  const sourceId = await watch(desk, { name: componentId, mode: "none", hold: 0, components });
  await say(desk, sourceId, "firing");
  const { alerts } = await good(listAlerts(desk.as("responder"), { pageId: desk.pageId, sourceId }));
  return { pageId: desk.pageId, id: alerts[0]?.id ?? "", reason: "A drill" };
}

test("what was changed while another change is being settled is settled as soon as that one is done", async () => {
  const [first, second] = [await down(desk.components[0]), await down(desk.components[1])];
  desk.deployment.clock.now += 60_000;
  const held = holding(desk.deployment.bindings.DB, "UPDATE settle SET done");
  desk.deployment.bindings.DB = held.database;
  await good(dismissAlert(desk.as("responder"), first));
  await held.came;
  await good(dismissAlert(desk.as("responder"), second));
  // A settling that did not wait for its turn would have asked for the page before this point.
  expect((await observedOf(desk, desk.components[1])).at(-1)?.[0]).toBe("major_outage");
  held.release();
  await desk.deployment.settled();
  for (const id of desk.components.slice(0, 2)) expect((await observedOf(desk, id)).at(-1)?.[0]).toBe("operational");
});
