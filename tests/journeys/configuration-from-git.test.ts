import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { type GitServer, git, startGitServer } from "../support/git-server";
import { makePage, signInBy } from "../support/signed-in";

/** A person connects a repository without script; then real pushes over HTTP change the page. */
let browser: TestBrowser;
let server: ClockedServer;
let forge: GitServer;
let clone: string;
let tab: Page;

beforeAll(async () => {
  [browser, server, forge, clone] = await Promise.all([
    openBrowser(),
    startClockedServer({ networks: ["127.0.0.0/8"] }),
    startGitServer(),
    mkdtemp(join(tmpdir(), "upfront-clone-")),
  ]);
  tab = await signInBy(server.ownerLink, await browser.visitor({ script: false }));
  await makePage(tab, server, "shop", ["Front"]);
  await git(clone, "init", "--initial-branch=main");
  await git(clone, "remote", "add", "origin", `${forge.url}/${forge.path}.git`);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await forge?.close();
  await rm(clone, { recursive: true, force: true });
});

const at = (rest: string) => `${server.url}/manage/shop${rest}`;
const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
const fileWith = (body: string) => `name: shop\npages:\n  shop:\n${body}`;

/** Commits the file, and pushes it. */
async function push(message: string, text: string, branch = "main"): Promise<string> {
  await writeFile(join(clone, "upfront.yaml"), text);
  await git(clone, "add", ".");
  await git(clone, "commit", "-m", message);
  await git(clone, "push", "origin", `HEAD:${branch}`);
  return git(clone, "rev-parse", "HEAD");
}

/** Reads a page again until it shows a text. */
async function waitFor(rest: string, text: string | RegExp): Promise<void> {
  const shown = tab.getByText(text).first();
  for (let round = 0; round < 40; round++) {
    await tab.goto(at(rest));
    if ((await shown.count()) > 0) return;
    await server.minute();
  }
  await shown.waitFor({ timeout: 1000 });
}

/** Opens the reading of a commit, once it is in a state. */
async function openReading(title: string, state: string): Promise<void> {
  const row = tab.getByRole("listitem").filter({ hasText: title }).filter({ hasText: state });
  for (let round = 0; round < 40; round++) {
    await tab.goto(at("/configuration"));
    await tab.getByRole("link", { name: forge.path }).click();
    if ((await row.count()) > 0) break;
    await server.minute();
  }
  await row.getByRole("link").click();
}

test("a repository is connected, and its secret is shown once", async () => {
  await tab.goto(at("/configuration"));
  await tab.getByRole("link", { name: "Connect a repository" }).click();
  await tab.getByLabel("Provider").selectOption("forgejo");
  await tab.getByLabel("Server").fill(forge.url);
  await tab.getByLabel("Repository", { exact: false }).first().fill(forge.path);
  await press("Connect");
  await tab.getByText("Repository connected.").waitFor();
  await press("Create secret");
  const textIn = async (label: string) =>
    (await tab.getByRole("region", { name: label, exact: true }).innerText()).trim();
  forge.setWebhook({ address: await textIn("URL"), secret: await textIn("Secret") });
  await tab.goto(tab.url());
  expect(await tab.getByRole("region", { name: "Secret", exact: true }).count()).toBe(0);
});

test("a push changes the page; one to another branch does not", async () => {
  const sha = await push("Describe the shop", fileWith("    components: { api: { name: Order API } }\n"));
  await waitFor("/components", "Order API");
  await tab.goto(at("/configuration"));
  await tab.getByRole("link", { name: forge.path }).click();
  await tab.getByRole("link", { name: sha.slice(0, 9) }).click();
  await tab.getByText("Describe the shop").waitFor();
  await tab.getByText("by Ann").waitFor();
  await git(clone, "checkout", "-b", "topic");
  await push("Try something", fileWith("    components: { api: { name: Another API } }\n"), "topic");
  expect(forge.answers).toEqual([202, 200]);
  await git(clone, "checkout", "main");
});

test("errors are shown beside the commit, with line and column", async () => {
  await push("Mistype", fileWith("    components: { api: { nmae: API } }\n"));
  await openReading("Mistype", "Failed");
  await tab.getByText(/Line 4, column \d+/).waitFor();
});

test("what leaves the file waits for a person, who removes it", async () => {
  await push("Leave the API out", fileWith("    components: {}\n"));
  await openReading("Leave the API out", "Waits for a person");
  await tab.getByLabel("Remove them").check();
  await press("Apply the plan");
  await tab.getByRole("heading", { name: /^(Is being applied|Applied)$/ }).waitFor();
  for (let round = 0; round < 10; round++) await server.minute();
  await tab.goto(at("/components"));
  expect(await tab.getByRole("link", { name: "Order API", exact: true }).count()).toBe(0);
});
