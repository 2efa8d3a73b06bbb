import { afterEach, beforeEach, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { formsIn, postedAsShown } from "../../../tests/support/desk-forms";
import { type OriginServer, serveOrigin } from "../../../tests/support/import-desk";
import { browserOf, makePeople } from "../../../tests/support/matrix-cast";
import { originFixture } from "../../../tests/support/origin-reading";
import { aPage, arrange, membersOf } from "../../../tests/support/scenario";
import { statuspageV1Answer } from "../../../tests/support/statuspage-origin";
import { type Browser, openBrowser } from "../../../tests/support/worker";
import { runImportSteps } from "../engine/run-import";
import type { ImportState } from "../rules/import-job";

let deployment: TestDeployment;
let pageId: string;
let origin: OriginServer;
let owner: Browser;

beforeEach(async () => {
  // Each course has a deployment of its own, whose page must not be seen in the next one.
  resetIsolate();
  deployment = await openDeployment();
  await makePeople(deployment);
  const page = aPage({ slug: "acme", components: 1 });
  pageId = page.id;
  await arrange(deployment, page, membersOf(pageId, { owner: "owner" }));
  origin = await serveOrigin(statuspageV1Answer);
  deployment.way.outbound = origin.outbound;
  owner = await browserOf(deployment, "owner");
});
afterEach(async () => {
  origin.close();
  await deployment.close();
});

const home = "/manage/acme/imports";

const htmlOf = async (path: string, browser = owner): Promise<string> =>
  (await (await browser.go(path)).text()).replaceAll(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");

const stateOf = async (id: string): Promise<ImportState> => {
  const sql = "SELECT state FROM import_job WHERE id = ?1";
  const row = await deployment.bindings.DB.prepare(sql).bind(id).first<{ state: ImportState }>();
  if (!row) throw new Error("no such import");
  return row.state;
};

const machine = () => deployment.ctx({ kind: "machine", id: "import" });

/** Lets the clock tick until the import waits for a person, or is over. */
async function reach(id: string, state: ImportState): Promise<void> {
  for (let tick = 0; tick < 300 && (await stateOf(id)) !== state; tick++) {
    deployment.clock.now += 2000;
    await runImportSteps(machine(), pageId, id);
  }
  await publishPage(machine(), pageId);
  expect(await stateOf(id)).toBe(state);
}

/** Sends a form of the page as it is shown, with these values; returns the path that it leads to. */
async function send(path: string, name: string, changes: Record<string, string | null>): Promise<string> {
  deployment.clock.now += 1000;
  const form = formsIn(await htmlOf(path)).find((each) => each.name === name);
  if (!form) throw new Error(`${path} has no form ${name}`);
  const values = { ...postedAsShown(form), version: form.version ?? "0", ...changes };
  const sent = Object.entries(values).filter((each): each is [string, string] => each[1] !== null);
  const answer = await owner.post(path, Object.fromEntries(sent));
  expect([answer.status, name]).toEqual([303, name]);
  return (answer.headers.get("location") ?? "").replace(/\?.*/, "");
}

async function upload(product: string, files: readonly string[]): Promise<string> {
  const form = new FormData();
  form.set("form", "import-new");
  form.set("timeZone", "Europe/Berlin");
  for (const path of files) form.append("files", new File([originFixture(path)], path.replace(/.*\//, "")));
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await owner.go(`${home}/new/${product}`, { method: "POST", body: form, headers });
  expect(answer.status).toBe(303);
  return (answer.headers.get("location") ?? "").replace(/\?.*/, "");
}

const idIn = (path: string) => path.slice(home.length + 1);

interface Course {
  product: string;
  start(): Promise<string>;
  noun: string;
  leftOut: string;
  comes: string[];
  /** The page that shows it afterwards; absent = the public page. */
  seenAt?: string;
}

const courses: Course[] = [
  {
    product: "Statuspage, by key",
    start: () => send(`${home}/new/statuspage`, "import-new", { key: "k3y-of-nobody" }),
    noun: "component",
    leftOut: "Mail",
    comes: ["API", "Website"],
  },
  {
    product: "CSV",
    start: () => upload("csv", ["csv/components.csv", "csv/incidents.csv", "csv/subscribers.csv"]),
    noun: "component",
    leftOut: "Mail",
    comes: ["API", "Website"],
  },
  {
    product: "Gatus",
    start: () => upload("gatus", ["gatus/config.yaml"]),
    noun: "component",
    leftOut: "nas",
    comes: ["front-end", "back-end"],
  },
  {
    product: "Uptime Kuma",
    start: () => upload("uptime-kuma", ["uptime-kuma/composed-Uptime_Kuma_Backup_1.23.16.json"]),
    noun: "monitor",
    leftOut: "Keyword",
    comes: ["Shop", "API says so"],
    seenAt: "/manage/acme/monitors",
  },
];

/** Returns which of the names are shown, a minute later: a page is kept for a while. */
async function shown({ seenAt, comes, leftOut }: Course): Promise<string[]> {
  deployment.clock.now += 60_000;
  const visitor = await openBrowser(deployment);
  const html = seenAt === undefined ? await htmlOf("/acme", visitor) : await htmlOf(seenAt);
  return [...comes, leftOut].filter((name) => html.includes(`>${name}<`));
}

/** Starts an import and leaves one thing out. */
async function preview({ start, noun, leftOut }: Course): Promise<string> {
  const path = await start();
  await reach(idIn(path), "preview");
  const list = `${path}/things/${noun}`;
  const html = await htmlOf(list);
  const [, box = ""] = new RegExp(`name="(tick\\.[^"]+)" aria-label="Import ${leftOut}"`).exec(html) ?? [];
  const keys = [...html.matchAll(/name="shown" value="([^"]+)"/g)].map(([, key = ""]) => key);
  const ticks = keys.map((key) => `tick.${key}`).filter((name) => name !== box);
  const body = new URLSearchParams([["form", "things"]]);
  body.set("version", formsIn(html).find(({ name }) => name === "things")?.version ?? "");
  for (const key of keys) body.append("shown", key);
  for (const name of ticks) body.set(name, "on");
  expect(keys.length - ticks.length).toBe(1);
  const saved = await owner.go(list, { method: "POST", body, headers: { "sec-fetch-site": "same-origin" } });
  expect(saved.status).toBe(303);
  await reach(idIn(path), "preview");
  return path;
}

test.each(courses)("$product: chosen, previewed, applied, run again without a change, and undone", async (course) => {
  const path = await preview(course);
  expect(await shown(course)).toEqual([]);
  await send(path, "choices", { intent: "apply" });
  await reach(idIn(path), "applied");
  expect(await shown(course)).toEqual(course.comes);
  const again = await preview(course);
  const html = await htmlOf(again);
  expect([html.includes("There is nothing to apply."), html.includes('value="apply"')]).toEqual([true, false]);
  await send(again, "cancel", {});
  await send(`${path}?ask=undo`, "undo", {});
  await reach(idIn(path), "undone");
  expect(await shown(course)).toEqual([]);
});
