import { beforeEach, expect, test } from "vitest";
import { componentTable } from "~/db/schema";
import { filesDeskOfFile, shopFile } from "../../../tests/support/configuration-jobs";
import { browserOf } from "../../../tests/support/matrix-cast";
import type { Browser } from "../../../tests/support/worker";

/** The page of configuration files, without script. */
const desk = filesDeskOfFile();
const here = "/manage/shop/configuration";
const text = shopFile("    components: { api: { name: API, description: From the file } }\n");

let owner: Browser;
beforeEach(async () => {
  owner = await browserOf(desk.deployment, "owner");
});

/** Returns the HTML that people see: the page's scripts hold all words of its room. */
const shownHtml = async (answer: Response): Promise<string> =>
  (await answer.text())
    .replaceAll(/<script[\s\S]*?<\/script>/g, "")
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');

const shownAt = async (path: string) => shownHtml(await owner.go(path));
const post = (fields: Record<string, string>, path = here) => owner.post(path, fields);
const planned = (file: string, more = {}) => post({ form: "configuration", intent: "plan", text: file, ...more });
const expectedIn = (html: string) => /name="expected" value="([^"]+)"/.exec(html)?.[1] ?? "";

async function applied(file: string): Promise<string> {
  const expected = expectedIn(await shownHtml(await planned(file)));
  const answer = await post({ form: "configuration", intent: "apply", text: file, expected });
  await desk.deployment.settled();
  return answer.headers.get("location") ?? "";
}

test("settings lead to the page, and admins alone see it", async () => {
  expect(await shownAt("/manage/shop/settings")).toContain(`href="${here}"`);
  const html = await shownAt(here);
  for (const part of ["Configuration file", "Show the plan", "This page as a file", "Secrets"])
    expect(html).toContain(part);
  const viewer = await browserOf(desk.deployment, "viewer");
  expect((await viewer.go(here)).status).toBe(403);
});

test("a file is planned, applied and followed to its end", async () => {
  const answer = await planned(text);
  expect(answer.status).toBe(200);
  const html = await shownHtml(answer);
  for (const part of ["From the file", "Apply the plan"]) expect(html).toContain(part);
  const job = await applied(text);
  expect(job).toMatch(/^\/manage\/shop\/configuration\/jobs\/[^?]+$/);
  const running = await shownAt(job);
  for (const part of ["Is being applied", "0 of 1 changes", 'http-equiv="refresh"']) expect(running).toContain(part);
  await desk.ended(job.split("/").at(-1) ?? "");
  const over = await shownAt(job);
  for (const part of ["Applied", "1 created, 0 changed, 0 removed"]) expect(over).toContain(part);
  expect(over).not.toContain("http-equiv");
  expect(await shownAt(here)).toContain(`href="${job}"`);
  expect(await shownHtml(await planned(text))).toContain("Nothing differs");
});

test("the page is shown as a file, which downloads as it is shown", async () => {
  await applied(text);
  const html = await shownAt(`${here}?file`);
  const [, file = ""] = /href="data:text\/yaml;charset=utf-8,([^"]*)" download="upfront\.yaml"/.exec(html) ?? [];
  const [, shown] = /<pre[^>]*>([\s\S]*?)<\/pre>/.exec(html) ?? [];
  expect(decodeURIComponent(file)).toBe(shown);
  expect(shown).toContain("name: shop");
});

test("errors are shown with line and column, and the text stays", async () => {
  const html = await shownHtml(await planned(shopFile("    components: { api: { nmae: API } }\n")));
  expect(html).toContain("The file has errors");
  expect(html).toMatch(/Line 4, column \d+: /);
  expect(html).toContain("nmae: API");
  expect(html).not.toContain("Apply the plan");
});

test("a file and what is wrong in it read from the left in every language, with the line itself", async () => {
  const file = shopFile("    components: { api: { nmae: API } }\n");
  const fields = { form: "configuration", intent: "plan", text: file };
  const answer = await owner.post(here, fields, { "accept-language": "ar" });
  const html = await shownHtml(answer);
  expect(html).toContain('dir="rtl"');
  expect(html).toMatch(/<textarea[^>]* dir="ltr" wrap="off" spellcheck="false"/i);
  expect(html).toContain('<bdi lang="en">There is no “nmae” in a component.');
  expect(html).toContain('<code class="text-sm">components: { api: { nmae: API } }</code>');
});

test("what has changed since the plan is shown as a new one", async () => {
  const answer = await post({ form: "configuration", intent: "apply", text, expected: "an older plan" });
  expect(answer.status).toBe(409);
  const html = await shownHtml(answer);
  for (const part of ["has changed since the last plan", "Apply the plan"]) expect(html).toContain(part);
});

test("a managed thing says so on its page, and is taken over", async () => {
  await desk.ended((await applied(text)).split("/").at(-1) ?? "");
  const [{ id } = { id: "" }] = await desk.deployment.ctx().db.select().from(componentTable);
  const path = `/manage/shop/components/${id}`;
  const html = await shownAt(path);
  for (const part of ["Managed by the file infrastructure", "name and description"]) expect(html).toContain(part);
  const viewer = await browserOf(desk.deployment, "viewer");
  expect(await shownHtml(await viewer.go(path))).not.toContain("Managed by the file");
  const taken = await post({ form: "take-over", id, from: path });
  expect(taken.headers.get("location")).toBe(`${path}?done=configuration-taken-over`);
  expect(await shownAt(path)).not.toContain("Managed by the file");
});

test.each(["https://evil.example/", "//evil.example/manage/shop/", "/manage/other/components", "/manage/shop//evil"])(
  "taking over leads nowhere else: %s",
  async (from) => {
    await desk.ended((await applied(text)).split("/").at(-1) ?? "");
    const [{ id } = { id: "" }] = await desk.deployment.ctx().db.select().from(componentTable);
    const taken = await post({ form: "take-over", id, from });
    expect(taken.headers.get("location")).toBe("/manage/shop?done=configuration-taken-over");
  },
);

test("the page is shown as a file", async () => {
  await desk.ended((await applied(text)).split("/").at(-1) ?? "");
  const html = await shownAt(`${here}?file`);
  for (const part of ["name: infrastructure", "From the file"]) expect(html).toContain(part);
});

test("secrets are entered, never shown, and deleted", async () => {
  const set = await post({ form: "secret", name: "ops-slack", value: "a value that nobody reads" });
  expect(set.headers.get("location")).toBe(`${here}?done=configuration-secret-saved`);
  const html = await shownAt(here);
  expect(html).toContain("ops-slack");
  expect(html).not.toContain("a value that nobody reads");
  const wrong = await post({ form: "secret", name: "Not a name", value: "x" });
  expect(wrong.status).toBe(422);
  const gone = await post({ form: "secret-delete", name: "ops-slack" });
  expect(gone.headers.get("location")).toBe(`${here}?done=configuration-secret-deleted`);
});
