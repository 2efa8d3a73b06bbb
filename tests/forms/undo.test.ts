import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

/** What can be taken back is taken back where its answer stands: at once, without a search for the way. */
let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  admin = await browserOf(deployment, "admin");
});
afterAll(() => deployment.close());

/** Posts, and gives the path that the answer leads to. */
async function send(path: string, fields: Record<string, string>): Promise<string> {
  deployment.clock.now += 1000;
  const answer = await admin.post(path, fields);
  if (answer.status !== 303) throw new Error(`${answer.status} ${await answer.text()}`);
  const to = new URL(answer.headers.get("location") ?? "", "http://localhost");
  return `${to.pathname}${to.search}`;
}

const htmlAt = async (path: string) => (await (await admin.go(path)).text()).replaceAll("<!-- -->", "");

/** The one form in the notice: where it goes and what it sends. */
function undoIn(html: string): { path: string; fields: Record<string, string> } | null {
  const form = /role="status".*?<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html.split("<h1")[0] ?? "");
  if (!form?.[2]?.includes(">Undo<")) return null;
  const inputs = [...form[2].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { path: form[1] ?? "", fields: Object.fromEntries(inputs.map(([, name, value]) => [name, value])) };
}

async function takeBack(place: string): Promise<string> {
  const undo = undoIn(await htmlAt(place));
  if (undo === null) throw new Error(`no way back at ${place}`);
  return send(undo.path, undo.fields);
}

/** As its sender says; the row alone, as what is asked for is what its page shows. */
const turn = (id: string, state: string) =>
  deployment.bindings.DB.prepare("UPDATE alert SET state = ? WHERE id = ?").bind(state, id).run();

test("an archived component is back on the page by one press", async () => {
  const [id = ""] = stage.components;
  const place = await send(`/manage/acme/components/${id}`, { form: "archive", sure: "on" });
  expect(place).toBe(`/manage/acme/components?done=component-archived&undo=${id}`);
  expect(await htmlAt(place)).not.toContain(`id="component-${id}"`);
  const back = await takeBack(place);
  expect(back).toBe("/manage/acme/components?done=component-restored&unwatched=1");
  const html = await htmlAt(back);
  expect(html).toContain(`id="component-${id}"`);
  expect(undoIn(html)).toBeNull();
});

test("where its name was given away meanwhile it is said why not, and seen without script", async () => {
  const [id = ""] = stage.components;
  const name = /<h1[^>]*>(.*?)<\/h1>/s.exec(await htmlAt(`/manage/acme/components/${id}`))?.[1] ?? "";
  const place = await send(`/manage/acme/components/${id}`, { form: "archive", sure: "on" });
  await send("/manage/acme/components/new", { form: "component", name, shownWhen: "always", groupId: stage.group });
  const undo = undoIn(await htmlAt(place));
  const answer = await admin.post(undo?.path ?? "", undo?.fields);
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toMatch(/<details open=""[^>]*>(?:(?!<\/details>).)*role="alert"/s);
});

test("a mute of one thing is ended by one press; on Now the button that ends it stands right below", async () => {
  for (const place of [`components/${stage.components[1]}`, `monitors/${stage.monitor}`, `sources/${stage.sourceId}`]) {
    const path = `/manage/acme/${place}`;
    const muted = await send(path, { form: "mute", minutes: "60" });
    expect(await takeBack(muted)).toBe(`${path}?done=unmuted`);
    expect(await htmlAt(path)).not.toContain("Muted until");
  }
  const now = await htmlAt(await send("/manage/acme?index", { form: "mute", minutes: "60" }));
  expect(undoIn(now)).toBeNull();
  expect(now).toContain("Unmute");
});

const stateOfAlert = async (id: string) =>
  ((await (await admin.go(`/manage/acme/alerts/${encodeURIComponent(id)}`)).text()).match(/Dismissed by mistake/) ?? [])
    .length;

test.each([
  ["its page", (id: string) => `/manage/acme/alerts/${encodeURIComponent(id)}`, "dismiss-alert"],
  ["Now", () => "/manage/acme?index", "dismiss"],
])("an alert that was dismissed on %s counts again by one press", async (_, pathOf, form) => {
  const id = stage.alert;
  const place = await send(pathOf(id), { form, intent: "dismiss-alert", id, reason: "A drill" });
  expect(place).toBe(`${pathOf(id).replace("?index", "")}?done=alert-dismissed&undo=${encodeURIComponent(id)}`);
  expect(await stateOfAlert(id)).toBe(1);
  const back = await takeBack(place);
  expect(back).toBe(`${pathOf(id).replace("?index", "")}?done=alert-restored`);
  expect(await stateOfAlert(id)).toBe(0);
  expect(undoIn(await htmlAt(back))).toBeNull();
});

test("an alert that has recovered meanwhile stays dismissed, and it is said why", async () => {
  const id = stage.alert;
  for (const path of [`/manage/acme/alerts/${encodeURIComponent(id)}`, "/manage/acme?index"]) {
    const place = await send(path, { form: "dismiss", intent: "dismiss-alert", id, reason: "A drill" });
    const undo = undoIn(await htmlAt(place));
    await turn(id, "resolved");
    const answer = await admin.post(undo?.path ?? "", undo?.fields);
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringMatching(/role="alert"[^>]*>This alert has already recovered/),
    ]);
    await turn(id, "firing");
    await takeBack(place);
  }
});

test("an address that names nothing that was done offers nothing", async () => {
  for (const done of [
    "",
    "component-archived",
    "nothing&undo=x",
    "constructor&undo=x",
    "settings-saved&undo=x",
    "alert-dismissed",
  ])
    expect([done, undoIn(await htmlAt(`/manage/acme/components?done=${done}`))]).toEqual([done, null]);
});
