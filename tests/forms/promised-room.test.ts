import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf, Owner } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { type Browser, openBrowser } from "../support/worker";

/** What visitors were promised, the team reads in the incident's room: until when, and once that is over since when. */
let deployment: TestDeployment;
let responder: Browser;

beforeAll(async () => {
  ({ deployment } = await openStaged());
  responder = await browserOf(deployment, "responder");
});
afterAll(() => deployment.close());

const minute = 60_000;
const plain = (html: string) => html.replaceAll(/<!-- -->|<script.*?<\/script>|<[^>]+>/gs, "");
const room = async (id: string) => plain(await (await responder.go(`/manage/acme/incidents/${id}`)).text());

test("a room names the next update's time, then how long it is overdue, and nothing once it is over", async () => {
  const said = { name: "Slow", body: "We look.", impact_override: "minor", next_update_minutes: 30 };
  const owner = new Owner(await openBrowser(deployment), deployment);
  const at = deployment.clock.now;
  const id = await owner.makeId("/pages/acme/incidents", { incident: said });
  const due = new Date(at + 30 * minute).toISOString().slice(11, 16);
  expect(await room(id)).toContain(`Next update by ${due}`);
  deployment.clock.now = at + 42 * minute;
  const late = await room(id);
  expect(late).toContain("Update overdue for 12 min");
  expect(late).not.toMatch(/Next update by \d/);
  const resolved = { incident: { status: "resolved", body: "Over." } };
  await owner.make(`/pages/acme/incidents/${id}`, resolved, "PATCH");
  const over = await room(id);
  expect(over).toContain("Resolved");
  expect(over).not.toMatch(/Update overdue|Next update by \d/);
});
