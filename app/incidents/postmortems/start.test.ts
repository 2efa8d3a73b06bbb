import { afterAll, beforeAll, expect, test } from "vitest";
import { updatePage } from "~/pages/update";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { addNote } from "../notes/add";
import { openIncident } from "../open";
import { postUpdate } from "../post-update";
import { readIncident } from "../read";
import { startPostmortem } from "./start";

let desk: Desk;
let id: string;

beforeAll(async () => {
  desk = await openDesk();
  const { pageId } = desk;
  await good(updatePage(desk.owner(), { pageId, language: "de", timeZone: "Asia/Tokyo" }));
  const opened = { pageId, title: "Slow", body: "Wir sehen nach.", impactOverride: "minor" as const };
  id = (await good(openIncident(desk.as("responder"), opened))).id;
  await good(addNote(desk.as("responder"), { pageId, incidentId: id, body: "Only for us." }));
  desk.deployment.clock.now += 60_000;
  await good(postUpdate(desk.as("responder"), { pageId, id, body: "Alles gut.", status: "resolved" }));
});
afterAll(() => desk.close());

const bodyOf = async () =>
  (await good(readIncident(desk.as("viewer"), { pageId: desk.pageId, id }))).incident.postmortem;

test("it begins with what visitors read, in their language and by their page's clock, and with nothing else", async () => {
  await good(startPostmortem(desk.as("responder"), { pageId: desk.pageId, id }));
  const { state, body } = await bodyOf();
  expect(state).toBe("draft");
  expect(body).toContain("## Zusammenfassung");
  expect(body.indexOf("Wir sehen nach.")).toBeLessThan(body.indexOf("Alles gut."));
  expect(body).not.toContain("Only for us.");
  const at = new Date(desk.deployment.clock.now + 9 * 3600_000).toISOString();
  expect(body).toContain(`**${at.slice(0, 10)} ${at.slice(11, 16)}**`);
});

test("a viewer starts none, and of another page's incident there is none to start", async () => {
  expect(await failureOf(startPostmortem(desk.as("viewer"), { pageId: desk.pageId, id }))).toMatchObject({
    name: "forbidden",
  });
  expect(await failureOf(startPostmortem(desk.as("responder"), { pageId: desk.pageId, id: "none" }))).toMatchObject({
    name: "missing",
  });
});
