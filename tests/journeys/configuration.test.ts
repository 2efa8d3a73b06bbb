import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";

let page: OwnPage;
let browser: TestBrowser;

afterAll(() => browser?.close());
beforeAll(async () => {
  [browser, page] = await Promise.all([openBrowser(), ownPage()]);
});

const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
const signIn = async (script: boolean) => page.signIn(await browser.visitor({ script }));
const slug = () => new URL(page.manage("/")).pathname.split("/")[2] ?? "";
const fileWith = (body: string) => `name: journey\npages:\n  ${slug()}:\n${body}`;

/** Reads a job's page again until its state is shown. */
async function waitForState(tab: Page, state: string): Promise<void> {
  const shown = tab.getByRole("heading", { level: 2 }).getByText(state, { exact: true });
  for (let round = 0; round < 60 && (await shown.count()) === 0; round++) {
    await tab.waitForTimeout(2000);
    await tab.reload();
  }
  await shown.waitFor();
}

test.each([false, true])("a file is planned, applied and followed (script: %s)", async (script) => {
  const name = script ? "With script" : "Without script";
  const key = script ? "with" : "without";
  const text = fileWith(`    components: { ${key}: { name: ${name}, description: From a file } }\n`);
  const tab = await signIn(script);
  await tab.goto(page.manage("/settings"));
  await tab.getByRole("link", { name: "Apply or export a file" }).click();
  await tab.getByLabel("The file", { exact: false }).first().fill(text);
  await press(tab, "Show the plan");
  await tab.getByText(name).last().waitFor();
  await press(tab, "Apply the plan");
  await waitForState(tab, "Applied");
  await tab.goto(page.manage("/components"));
  await tab.getByRole("link", { name, exact: true }).click();
  await tab.getByText("Managed by the file").click();
  await press(tab, "Take over from the file");
  await tab.getByRole("status").getByText("Taken over.").waitFor();
  expect(await tab.getByText("Managed by the file").count()).toBe(0);
  await tab.context().close();
});

test("what is wrong in a file is said with its line, and its text stays", async () => {
  const tab = await signIn(false);
  await tab.goto(page.manage("/configuration"));
  await tab.getByLabel("The file", { exact: false }).first().fill(fileWith("    components: { api: { nmae: API } }\n"));
  await press(tab, "Show the plan");
  await tab.getByText(/Line 4, column \d+/).waitFor();
  expect(await tab.getByLabel("The file", { exact: false }).first().inputValue()).toContain("nmae");
  await tab.context().close();
});
