import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importJobTable } from "~/db/schema";
import { noStoredImportChoices } from "~/importers/rules/import-job";
import type { TestDeployment } from "../../../tests/support/database";
import { formsIn } from "../../../tests/support/desk-forms";
import { browserOf } from "../../../tests/support/matrix-cast";
import { openStaged } from "../../../tests/support/matrix-stages";
import { anImport, aPlannedThing, arrange } from "../../../tests/support/scenario";
import type { Browser } from "../../../tests/support/worker";

let deployment: TestDeployment;
let pageId: string;
let owner: Browser;

beforeAll(async () => {
  const staged = await openStaged();
  deployment = staged.deployment;
  pageId = staged.stage.id;
  owner = await browserOf(deployment, "owner");
});
afterAll(() => deployment.close());

const home = "/manage/acme/imports";
const day = 86_400_000;

/** Returns the HTML that people see: the page's scripts hold all words of its room. */
const shownHtml = async (answer: Response): Promise<string> =>
  (await answer.text())
    .replaceAll(/<script[\s\S]*?<\/script>/g, "")
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");

const textOf = async (path: string): Promise<string> => shownHtml(await owner.go(path));

const readJob = async (id: string) => {
  const [row] = await deployment.ctx().db.select().from(importJobTable).where(eq(importJobTable.id, id));
  if (!row) throw new Error(`there is no import ${id}`);
  return row;
};

const things = [
  aPlannedThing({ noun: "component", theirId: "a", name: "Website" }),
  aPlannedThing({
    noun: "component",
    theirId: "b",
    name: "API",
    verdict: "conflict",
    reasons: [{ code: "name_here" }],
  }),
  aPlannedThing({
    noun: "component",
    theirId: "c",
    name: "Shop",
    verdict: "conflict",
    reasons: [{ code: "name_here" }],
  }),
  aPlannedThing({
    noun: "incident",
    theirId: "i",
    name: "Slow checkout",
    verdict: "left_out",
    reasons: [{ code: "needs", names: ["Old shop"] }],
  }),
];

/** Arranges an import and returns the path of its page. */
async function place(options: Parameters<typeof anImport>[1]): Promise<{ id: string; path: string }> {
  await deployment.ctx().db.delete(importJobTable);
  const job = anImport(pageId, options);
  await arrange(deployment, job);
  return { id: job.id, path: `${home}/${job.id}` };
}

test("the list offers each product, and shows what an earlier import brought", async () => {
  const { path } = await place({ state: "applied", things, appliedAt: deployment.clock.now });
  const html = await textOf(home);
  for (const part of ["Statuspage", "Uptime Kuma", "openstatus", `${home}/new/healthchecks`, `href="${path}"`])
    expect(html).toContain(part);
  expect(html).toContain("1 new, 0 changed, 1 left out");
  expect(html).not.toContain("An import of this page is not finished.");
  const admin = await browserOf(deployment, "admin");
  expect((await admin.go(home)).status).toBe(403);
});

test("an import that is not finished is named before another is chosen", async () => {
  const { path } = await place({ state: "reading" });
  const html = await textOf(home);
  expect(html).toContain("An import of this page is not finished.");
  expect(html.split(`href="${path}"`)).toHaveLength(3);
});

test.each([
  ["statuspage", ["url", "key", "extra.page"]],
  ["uptime-kuma", ["files", "timeZone", "extra.page"]],
  ["pingdom", ["key"]],
  ["gatus", ["files", "url", "key", "timeZone", "extra.variables"]],
  ["healthchecks", ["files", "url", "key"]],
])("the form of %s asks what it needs only", async (origin, fields) => {
  const [form] = formsIn(await textOf(`${home}/new/${origin}`)).filter(({ name }) => name === "import-new");
  expect([...(form?.controls.keys() ?? [])]).toEqual(fields);
});

test("the form of CSV asks for columns, and an unknown product is not found", async () => {
  const html = await textOf(`${home}/new/csv`);
  for (const part of ['name="extra.incidents.started_at"', "multiple", 'accept=".csv"']) expect(html).toContain(part);
  expect((await owner.go(`${home}/new/nothing`)).status).toBe(404);
});

test("a form without file or URL is refused beside its field, and a file starts an import", async () => {
  await place({ state: "applied" });
  const bare = await owner.post(`${home}/new/statuspage`, { form: "import-new", url: "", key: "" });
  expect([bare.status, (await shownHtml(bare)).includes("Give a file, or a URL.")]).toEqual([422, true]);
  const form = new FormData();
  form.set("form", "import-new");
  form.set("timeZone", "Europe/Berlin");
  form.append("files", new File(["name\nWebsite\n"], "components.csv", { type: "text/csv" }));
  const sent = await owner.go(`${home}/new/csv`, {
    method: "POST",
    body: form,
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect([sent.status, sent.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^${home}/[0-9a-z]{26}\\?done=import-started$`)),
  ]);
});

test("an import at work says how far it is, and reloads itself without script until that is stopped", async () => {
  const { path } = await place({ state: "reading", done: 1200 });
  const html = await textOf(path);
  expect(html).toContain("Things read so far: 1,200");
  expect(html).toContain(`<noscript><meta http-equiv="refresh" content="5;url=${path}"></noscript>`);
  expect(formsIn(html).map(({ name }) => name)).toContain("cancel");
  const still = await textOf(`${path}?still`);
  expect([still.includes("http-equiv"), still.includes(">Reload<")]).toEqual([false, true]);
});

test("a preview shows figures, asks for names that are here first, and saves choices for all of them", async () => {
  const { id, path } = await place({ things });
  const html = await textOf(path);
  expect(html).toContain("Names that are already here: 2");
  expect(html).not.toContain('value="apply"');
  const asked = { form: "choices", intent: "choose", version: "0", shown: "component incident" };
  const saved = await owner.post(path, { ...asked, "noun.component": "on", conflict: "skip", start: "2024-03-01" });
  expect(saved.headers.get("location")).toBe(`${path}?done=import-chosen`);
  const { choices } = await readJob(id);
  expect(choices).toMatchObject({
    untickedNouns: ["incident"],
    conflicts: { "component:b": "skip", "component:c": "skip" },
  });
  expect(choices.handKeptStartMs).toBeGreaterThan(Date.UTC(2024, 1, 29));
});

test("a preview shows uptimes after the import beside what the product says, and where it says nothing", async () => {
  const row = { theirId: "a", name: "Website", days: 30, until: null, said: 99.985, here: 9991 };
  const uptimes = [row, { ...row, theirId: "c", name: "Shop", days: null, said: null, here: null }];
  const html = await textOf((await place({ things, readState: { uptimes } })).path);
  const [, table = ""] = /<caption[^>]*>Uptime after the import(.*?)<\/table>/s.exec(html) ?? [];
  const cells = table
    .replaceAll(/<[^>]+>/g, "|")
    .split("|")
    .filter(Boolean);
  expect(cells.slice(3)).toEqual([
    "Website",
    "Days: 30",
    "99.98%",
    "99.91%",
    "Shop",
    "All known days",
    "Not stated",
    "No data",
  ]);
  expect(await textOf((await place({ things })).path)).not.toContain("Uptime after the import");
});

test("a date that is none is refused beside its field", async () => {
  const { path } = await place({ things: things.slice(0, 1) });
  const asked = { form: "choices", intent: "choose", version: "0", shown: "component", "noun.component": "on" };
  const refused = await owner.post(path, { ...asked, start: "soon" });
  expect([refused.status, (await shownHtml(refused)).includes("Enter a date.")]).toEqual([422, true]);
});

test("applying what was changed meanwhile saves the choices first, and applies the rest", async () => {
  const { id, path } = await place({ things: things.slice(0, 1) });
  const asked = { form: "choices", intent: "apply", version: "0", shown: "component", start: "" };
  const changed = await owner.post(path, asked);
  expect(changed.headers.get("location")).toBe(`${path}?done=import-chosen`);
  expect((await readJob(id)).choices.untickedNouns).toEqual(["component"]);
  const other = await place({ things: things.slice(0, 1) });
  const applied = await owner.post(other.path, { ...asked, "noun.component": "on" });
  expect(applied.headers.get("location")).toBe(other.path);
});

test("a preview that brings nothing new cannot be applied", async () => {
  const { path } = await place({ things: things.slice(0, 1).map((each) => ({ ...each, verdict: "same" as const })) });
  const html = await textOf(path);
  expect([html.includes("There is nothing to apply."), html.includes('value="apply"')]).toEqual([true, false]);
});

test("things are listed with reasons, and saving keeps what was chosen for others", async () => {
  const chosen = { ...noStoredImportChoices, untickedThings: ["monitor:m"] };
  const { id, path } = await place({ things, choices: chosen });
  const incidents = await textOf(`${path}/things/incident`);
  expect(incidents).toContain("It is about Old shop, left out as well.");
  const components = `${path}/things/component`;
  const html = await textOf(`${components}?only=conflict`);
  expect([html.includes("API"), html.includes("Website")]).toEqual([true, false]);
  const shown = new URLSearchParams({ form: "things", version: "0", "tick.component:a": "on" });
  for (const key of ["component:a", "component:b"]) shown.append("shown", key);
  shown.set("conflict.component:b", "join");
  const saved = await owner.go(components, {
    method: "POST",
    body: shown,
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(saved.headers.get("location")).toBe(`${path}?done=import-chosen`);
  expect((await readJob(id)).choices).toMatchObject({
    untickedThings: ["monitor:m", "component:b"],
    conflicts: { "component:b": "join" },
  });
  expect((await owner.go(`${path}/things/nothing`)).status).toBe(404);
});

test("each page below the imports shows the way to it", async () => {
  const { path } = await place({ things });
  const wayOf = async (page: string) => {
    const [, nav = ""] = /<nav aria-label="Breadcrumb"[^>]*>(.*?)<\/nav>/s.exec(await textOf(page)) ?? [];
    return [...nav.matchAll(/href="([^"]+)"/g)].map(([, to]) => to);
  };
  const settings = "/manage/acme/settings";
  expect(await wayOf(home)).toEqual([settings]);
  expect(await wayOf(`${home}/new/csv`)).toEqual([settings, home]);
  expect(await wayOf(`${path}/things/component`)).toEqual([settings, home, path]);
});

test("things of a noun that is left out have no boxes", async () => {
  const { path } = await place({ things, choices: { ...noStoredImportChoices, untickedNouns: ["component"] } });
  const html = await textOf(`${path}/things/component`);
  expect([html.includes("All of these are left out."), html.includes('name="shown"')]).toEqual([true, false]);
});

test("an applied import says what came, asks before it is undone, and can be run again with its URL", async () => {
  const { now } = deployment.clock;
  const url = "https://status.example.com/";
  const { path } = await place({ state: "applied", things, url, origin: "statuspage", appliedAt: now });
  const html = await textOf(path);
  for (const part of ["What came", `href="${path}?ask=undo"`, "Run again", "/new/statuspage?url=https%3A%2F%2Fstatus"])
    expect(html).toContain(part);
  expect(formsIn(html).map(({ name }) => name)).not.toContain("undo");
  const question = await textOf(`${path}?ask=undo`);
  expect(question).toContain("Undo this import?");
  const undone = await owner.post(path, { form: "undo" });
  expect(undone.headers.get("location")).toBe(`${path}?done=import-undoing`);
  const old = await place({ state: "applied", things, appliedAt: now - 31 * day });
  const late = await textOf(`${old.path}?ask=undo`);
  expect([late.includes("Undo this import?"), late.includes("ask=undo")]).toEqual([false, false]);
});

test("an import that was cut short says so wherever it is shown, and what it wrote", async () => {
  const refusal = { code: "forgotten", message: "The rest is not here any more." };
  const { now } = deployment.clock;
  const { path } = await place({ state: "applied", things, appliedAt: now, done: 0, refusal });
  const html = await textOf(path);
  for (const part of [refusal.message, "bg-danger-wash", ">Incomplete<", "Things written so far: 0 of 1", "?ask=undo"])
    expect(html).toContain(part);
  for (const part of ["Applied", "What came", "1 new"]) expect(html).not.toContain(part);
  const list = await textOf(home);
  for (const part of [">Incomplete<", "Things written so far: 0 of 1"]) expect(list).toContain(part);
  for (const part of [">Applied<", "1 new"]) expect(list).not.toContain(part);
});

test("an undone import lists what stayed and why, and a failed one what to do", async () => {
  const left = [{ noun: "component" as const, ourId: "x", name: "Kept shop", reason: "edited_here" as const }];
  const undone = await place({ state: "undone", things, undoneAt: 1, undoLeft: left, undoLeftCount: 120 });
  const html = await textOf(undone.path);
  for (const part of ["Kept shop", "Someone has edited it here.", "1 of 120 things are listed."])
    expect(html).toContain(part);
  const refusal = { code: "wrong_key", message: "Statuspage answers 401: Could not authenticate." };
  const failed = await textOf((await place({ state: "failed", refusal })).path);
  for (const part of [refusal.message, "Check the key and its rights.", "Nothing was changed on this page."])
    expect(failed).toContain(part);
});

test("a cancelled import changes nothing", async () => {
  const { id, path } = await place({ things });
  const canceled = await owner.post(path, { form: "cancel" });
  expect(canceled.headers.get("location")).toBe(`${path}?done=import-canceled`);
  expect([(await readJob(id)).state, (await textOf(path)).includes("Nothing was changed on this page.")]).toEqual([
    "canceled",
    true,
  ]);
  expect((await owner.post(path, { form: "nothing" })).status).toBe(422);
});
