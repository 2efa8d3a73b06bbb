import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type Running, startProgram, temporaryFolder } from "../support/child";
import { nodeProgram, startServer, type TestServer } from "../support/server";
import { makePage, signInBy } from "../support/signed-in";
import { root } from "../support/sources";

/** The built tool, downloaded from the built worker, from its sign-in to a published incident and through every command. */
let server: TestServer;
let browser: TestBrowser;
let tab: Page;
let api: ReturnType<typeof makeApi>;

const slug = "acme";
const folder = temporaryFolder("cli");
const program = join(folder, "cli.mjs");
const environment = () => ({
  PATH: process.env.PATH ?? "",
  XDG_CONFIG_HOME: join(folder, "config"),
  UPFRONT_PAGE: slug,
});

const start = (...args: string[]): Running =>
  startProgram(nodeProgram, [program, ...args], { cwd: folder, env: environment() });

/** Runs a command to its end; its exit code has to be this one. */
async function run(code: number, ...args: string[]): Promise<string> {
  const running = start(...args);
  expect(await running.ended, `${args.join(" ")}\n${running.output()}`).toBe(code);
  return running.output();
}
const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await run(0, ...args, "--json")) as T;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ args: ["--empty"], env: { UPFRONT_NETWORK_ALLOW: "shop.invalid" } }),
    openBrowser(),
  ]);
  tab = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(tab, server, slug, ["Web", "Checkout"]);
  writeFileSync(program, await (await fetch(`${server.url}/cli.mjs`)).text());
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const countedRuns = 20;

/** Returns the CPU time of a run of Node, in ms: other work on the machine does not add to it. */
function cpuOfRun(args: string[]): number {
  const script = `for _ in $(seq ${countedRuns}); do "$@" > /dev/null 2>&1; done; times`;
  const shell = spawnSync("sh", ["-c", script, "sh", nodeProgram, ...args], { encoding: "utf8", env: environment() });
  const [, ofChildren = ""] = shell.stdout.trim().split("\n");
  const spent = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  return (
    spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0) /
    countedRuns
  );
}

test("it starts in at most two and a half times the time of Node alone", () => {
  const [bare, tool] = [cpuOfRun(["-e", "0"]), cpuOfRun([program, "--help"])];
  console.log(`CPU of node -e 0: ${bare.toFixed(0)} ms, of --help: ${tool.toFixed(0)} ms`);
  expect(tool / bare).toBeLessThanOrEqual(2.5);
});

test("a person confirms the code in the browser, without script, and the token is theirs alone", async () => {
  const login = start("login", server.url);
  const [, code = ""] = await login.until(/enter this code:\s+([A-Z]{4}-[A-Z]{4})/);
  await tab.goto(`${server.url}/device`);
  await tab.getByLabel("Code").fill(code.toLowerCase().replace("-", ""));
  await tab.getByRole("button", { name: "Continue" }).click();
  const main = tab.getByRole("main");
  expect(await main.textContent()).toContain(code);
  expect(await main.textContent()).toContain("127.0.0.1");
  await tab.getByLabel("Highest role").selectOption("owner");
  await tab.getByRole("button", { name: "Allow" }).click();
  await tab.getByText("Go back to the program").waitFor();
  expect(await login.ended, login.output()).toBe(0);
  const credentials = join(folder, "config/upfront/credentials.json");
  expect(statSync(credentials).mode & 0o777).toBe(0o600);
  const { token } = JSON.parse(readFileSync(credentials, "utf8")).deployments[server.url] as { token: string };
  api = makeApi(() => server.url, token);
  await tab.goto(`${server.url}/manage/account`);
  expect(await main.textContent()).toContain("upfront on ");
  expect(await run(0, "whoami")).toMatch(/acme +\S.* +owner/);
});

test("statuses are set and shown, and the exit code is the state", async () => {
  for (const name of ["Web", "Checkout"])
    for (const status of ["degraded_performance", "operational"]) await run(0, "component", "set", name, status);
  // A public page may be shown as it was printed within the last second.
  const status = async () => [await start("status").ended];
  await expect.poll(status).toEqual([0]);
  await run(0, "component", "set", "Checkout", "major_outage");
  await expect.poll(status).toEqual([3]);
  expect(await run(3, "status")).toContain("✗ Major outage  Checkout");
  await run(0, "component", "set", "Checkout", "operational");
  expect(await json<unknown[]>("component", "list")).toHaveLength(2);
});

test("an incident is drafted, published, updated and resolved, and visitors read it", async () => {
  const { id } = await json<{ id: string }>(
    "incident",
    "open",
    "Payments fail",
    "-m",
    "We look.",
    "-c",
    "Checkout=major_outage",
    "--draft",
  );
  const visitor = async () => (await fetch(`${server.url}/${slug}`)).text();
  expect(await visitor()).not.toContain("Payments fail");
  await run(0, "incident", "publish", id);
  await expect.poll(visitor).toContain("Payments fail");
  await run(0, "incident", "update", "-s", "identified", "-m", "A deploy is the cause.");
  expect(await run(0, "incident", "show")).toContain("A deploy is the cause.");
  expect(await run(0, "incident", "list")).toContain(id);
  await run(0, "incident", "resolve", "-m", "Payments work again.");
  expect(await run(0, "incident", "list")).toContain("No incident is open.");
  expect(await run(0, "incident", "list", "--all")).toContain(id);
});

test("maintenance is scheduled, started and ended", async () => {
  await run(0, "maintenance", "plan", "Database upgrade", "--start", "2h", "--for", "90m", "-c", "Web");
  expect(await run(0, "maintenance", "list")).toContain("Database upgrade");
  await run(0, "maintenance", "start");
  await run(0, "maintenance", "end");
  expect(await run(0, "maintenance", "list", "--past")).toContain("completed");
});

test("monitors, heartbeats, sources, the log and the browser", async () => {
  const monitor = { kind: "http", name: "Shop", interval: 5, settings: { url: "https://shop.invalid/health" } };
  await api(`/pages/${slug}/monitors`, { monitor });
  expect(await run(0, "monitor", "list")).toContain("Shop");
  await run(3, "monitor", "check", "Shop");
  await run(0, "monitor", "pause", "Shop");
  await run(0, "monitor", "resume", "Shop");
  await api(`/pages/${slug}/heartbeats`, { heartbeat: { name: "Backup" } });
  expect(await run(0, "ping", "Backup", "-m", "done")).toContain("Ping received.");
  await api(`/pages/${slug}/sources`, { source: { kind: "json", name: "Deploys" } });
  const sample = join(folder, "sample.json");
  writeFileSync(sample, JSON.stringify({ title: "Deploy failed", status: "firing" }));
  await run(0, "deliver", "Deploys", sample);
  expect(await run(0, "tail", "--once", "--only", "audit")).toContain("source.create");
  expect(await run(0, "open", "public", "--print")).toContain(`${server.url}/${slug}`);
});

test("a file is checked, planned and applied, and an export is a file of the same page", async () => {
  const file = join(folder, "upfront.yaml");
  writeFileSync(file, `name: main\npages:\n  ${slug}:\n    components: { docs: { nmae: Docs } }\n`);
  expect(await run(1, "validate", file)).toContain(`${file}:4:27: There is no “nmae”`);
  writeFileSync(file, `name: main\npages:\n  ${slug}:\n    components: { docs: { name: Docs } }\n`);
  expect(await run(0, "validate", file)).toContain("No errors.");
  expect(await run(2, "plan", file)).toContain("+ create component docs");
  expect(await run(2, "apply", file)).toContain("Add --yes");
  expect(await run(0, "apply", file, "--yes", "--ref", "3f2c1ab")).toContain("Changes made: 1 of 1.");
  expect(await run(0, "plan", file)).toContain("Nothing to change.");
  const exported = join(folder, "exported.yaml");
  await run(0, "export", "-o", exported);
  expect(readFileSync(exported, "utf8")).toContain("Docs");
  await run(0, "validate", exported);
});

test("a page is imported and mirrored, and the deployment is backed up and restored", async () => {
  const csv = join(root, "tests/fixtures/imports/csv");
  expect(await run(0, "import", "csv", csv)).toContain(`${server.url}/manage/${slug}/imports/`);
  const mirror = join(folder, "mirror");
  expect(await run(0, "mirror", `${server.url}/${slug}`, mirror)).toContain("files of");
  expect(readFileSync(join(mirror, "index.html"), "utf8")).toContain("Checkout");
  const backup = join(folder, "backup.jsonl.gz");
  expect(await run(0, "backup", backup, "--state", server.state)).toMatch(/\d+ rows/);
  expect(await run(0, "restore", backup, "--state", server.state, "--replace", "--yes", "--trust-this-file")).toContain(
    "Restored",
  );
});

test("it explains and completes itself, and signs out", async () => {
  expect(await run(0, "completion", "bash")).toContain("complete -o default");
  expect(await run(0, "man")).toContain(".TH UPFRONT 1");
  expect(await run(0, "incident", "open", "--help")).toContain("Examples:");
  expect(await run(2, "incidnt")).toContain("Did you mean incident");
  await run(0, "logout");
  expect(await run(2, "incident", "list")).toContain("upfront login");
});
