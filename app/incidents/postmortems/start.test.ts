import { afterAll, beforeAll, expect, test } from "vitest";
import { updatePage } from "~/pages/update";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { addIncidentNote } from "../notes/verbs";
import { openIncident } from "../open";
import { postIncidentUpdate } from "../post-update";
import { readIncident } from "../read";
import { publishPostmortem, revertPostmortem, startPostmortem, writePostmortem } from "./verbs";

let desk: Desk;
let id: string;

beforeAll(async () => {
  desk = await openDesk();
  const { pageId } = desk;
  await good(updatePage(desk.owner(), { pageId, language: "de", timeZone: "Asia/Tokyo" }));
  const opened = { pageId, title: "Slow", body: "Wir sehen nach.", impactOverride: "minor" as const };
  id = (await good(openIncident(desk.as("responder"), opened))).id;
  await good(addIncidentNote(desk.as("responder"), { pageId, incidentId: id, body: "Only for us." }));
  desk.deployment.clock.now += 60_000;
  await good(postIncidentUpdate(desk.as("responder"), { pageId, id, body: "Alles gut.", status: "resolved" }));
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
  expect(body).toContain(`**${at.slice(0, 10)} ${at.slice(11, 16)} GMT+9**`);
});

test("what still has empty sections stays a draft, and a published text gets none", async () => {
  const target = { pageId: desk.pageId, id };
  await good(startPostmortem(desk.as("responder"), target));
  const { body } = await bodyOf();
  const empty = ["Zusammenfassung", "Ursache", "Was wir ändern"];
  const refused = { name: "invalid", code: "empty_sections" };
  const failure = await failureOf(publishPostmortem(desk.as("responder"), target));
  expect(failure).toMatchObject(refused);
  for (const name of empty) expect(JSON.stringify(failure)).toContain(name);
  expect((await bodyOf()).state).toBe("draft");
  const written = body
    .replace("## Zusammenfassung", "## Zusammenfassung\n\nEine Sicherung.")
    .replace(/## Ursache.*/s, "");
  await good(publishPostmortem(desk.as("responder"), { ...target, body: written }));
  expect(await failureOf(writePostmortem(desk.as("responder"), { ...target, body }))).toMatchObject(refused);
  expect((await bodyOf()).body).toBe(written);
  await good(revertPostmortem(desk.as("responder"), target));
  await good(writePostmortem(desk.as("responder"), { ...target, body }));
});

test("a viewer starts none, and of another page's incident there is none to start", async () => {
  expect(await failureOf(startPostmortem(desk.as("viewer"), { pageId: desk.pageId, id }))).toMatchObject({
    name: "forbidden",
  });
  expect(await failureOf(startPostmortem(desk.as("responder"), { pageId: desk.pageId, id: "none" }))).toMatchObject({
    name: "missing",
  });
});
