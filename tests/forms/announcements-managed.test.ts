import { afterAll, beforeAll, expect, test } from "vitest";
import { deskLanguages } from "~/i18n/desk-language";
import { incidentStatusText } from "~/i18n/update-word";
import { incidentStatuses } from "~/incidents/rules/incident";
import type { TestDeployment } from "../support/database";
import { browserOf } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { deskCatalogueOf, words } from "../support/words";
import type { Browser } from "../support/worker";

/** Management says of an announcement what its visitors read: who posts knows what becomes of the press. */
let deployment: TestDeployment;
let responder: Browser;

beforeAll(async () => {
  ({ deployment } = await openStaged());
  responder = await browserOf(deployment, "responder");
});
afterAll(() => deployment.close());

const base = "/manage/acme/incidents";

async function announce(title: string, intent: "publish" | "draft"): Promise<string> {
  deployment.clock.now += 60_000;
  const given = { status: "investigating", impactOverride: "none", body: "From March on.", notify: "on" };
  const answer = await responder.post(`${base}/new`, { form: "announce", intent, title, ...given });
  if (answer.status !== 303) throw new Error(await answer.text());
  return new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
}

async function post(place: string, status: string): Promise<void> {
  deployment.clock.now += 60_000;
  const html = await textAt(place);
  const version = /name="form" value="update".*?name="version" value="(\d+)"/s.exec(html)?.[1] ?? "";
  const given = { version, status, body: "In April.", notify: "on" };
  const answer = await responder.post(place, { form: "update", intent: "update", ...given });
  if (answer.status !== 303) throw new Error(await answer.text());
}

/** As it is seen: without the data that script takes over. */
async function textAt(path: string): Promise<string> {
  const html = await (await responder.go(path)).text();
  return html
    .slice(html.indexOf("<main"))
    .replaceAll("<!-- -->", "")
    .replace(/<script.*?<\/script>/gs, "");
}

const ofIncidents = /Investigating|Identified|Monitoring|>Resolved/;
const chipsIn = (html: string) =>
  [...html.matchAll(/name="status"[^>]*value="([a-z]+)"[^>]*><span>([^<]*)<\/span>/g)].map((found) => found.slice(1));
const rowOf = (html: string, title: string) => html.split(/<(?:li|tr)\b/).find((row) => row.includes(title)) ?? "";

test("the room, the list and Now say its words, and its chips offer them", async () => {
  const place = await announce("TLS 1.1 goes", "publish");
  for (const path of [`${base}?filter=open`, "/manage/acme"]) {
    const row = rowOf(await textAt(path), "TLS 1.1 goes");
    expect(row).toContain(">Announcement<");
    expect(row).not.toMatch(ofIncidents);
  }
  const open = await textAt(place);
  expect(open).not.toMatch(ofIncidents);
  expect(chipsIn(open)).toEqual([
    ["investigating", "Announcement"],
    ["identified", "Update"],
    ["resolved", "Completed"],
  ]);
  expect(open).toContain("Complete the announcement");
  await post(place, "resolved");
  const over = await textAt(place);
  expect(over).not.toMatch(ofIncidents);
  expect(over).toContain("Completed ");
  expect(over).toContain("Reopen the announcement");
  expect(chipsIn(over)).toEqual([
    ["resolved", "Completed"],
    ["identified", "Reopen: Update"],
  ]);
  await post(place, "identified");
  expect(rowOf(await textAt(`${base}?filter=open`), "TLS 1.1 goes")).toContain(">Update<");
});

test("a draft of one offers its words; an incident keeps its own", async () => {
  const draft = await textAt(await announce("A price", "draft"));
  expect(chipsIn(draft)).toEqual([
    ["investigating", "Announcement"],
    ["identified", "Update"],
  ]);
  const given = { status: "investigating", impactOverride: "minor", body: "We look.", notify: "on" };
  const answer = await responder.post(`${base}/new`, { form: "open", intent: "publish", title: "Slow", ...given });
  const incident = await textAt(new URL(answer.headers.get("location") ?? "", "http://localhost").pathname);
  expect(chipsIn(incident).map(([, label]) => label)).toEqual([
    "Investigating",
    "Identified",
    "Monitoring",
    "Resolved",
  ]);
  expect(incident).toContain("Resolve the incident");
});

test("completed, it is said in its words; so is what two people posted at once", async () => {
  const place = await announce("TLS 1.2 goes", "publish");
  const form = /<form(?:(?!<\/form>).)*name="form" value="update".*?<\/form>/s.exec(await textAt(place))?.[0] ?? "";
  const carried = Object.fromEntries(
    [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const given = { ...carried, intent: "update", status: "identified", body: "In May." };
  expect((await responder.post(place, { ...given, nonce: "first" })).status).toBe(303);
  const overtaken = await responder.post(place, { ...given, nonce: "second", intent: "resolve", status: "resolved" });
  const lost = await overtaken.text();
  expect(overtaken.status).toBe(409);
  expect(lost).toMatch(/>Status<.*>Update<.*>Completed</s);
  expect(lost.slice(lost.indexOf("<main")).split("<script")[0]).not.toMatch(ofIncidents);
  const { version = "" } = Object.fromEntries(
    [...lost.matchAll(/name="(version)" value="(\d+)"/g)].map((found) => found.slice(1)),
  );
  const done = await responder.post(place, {
    ...given,
    version,
    nonce: "third",
    intent: "resolve",
    status: "resolved",
  });
  expect(done.headers.get("location")).toContain("done=announcement-completed");
});

test("in every language of management they are the public ones", () => {
  for (const language of deskLanguages) {
    const { announcement_status: table } = deskCatalogueOf(language).parts as Record<string, Record<string, string>>;
    const said = incidentStatuses.map((status) => incidentStatusText(words(language), status, true));
    expect([language, incidentStatuses.map((status) => table?.[status])]).toEqual([language, said]);
  }
});
