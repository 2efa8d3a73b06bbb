import { describe, expect, test } from "vitest";
import { createComponent } from "~/components/create";
import { updateComponent } from "~/components/update";
import { filesDeskOfFile, shopFile, wholeFile } from "../../tests/support/configuration-jobs";
import { failureOf, good } from "../../tests/support/desk";
import { applyConfiguration } from "./apply-configuration";
import { readManagingFiles, takeOverManagedThing } from "./managed/managed-thing";
import { deletePageSecret, listPageSecrets, setPageSecret } from "./page-secrets";
import { planConfiguration } from "./plan-configuration";
import { readPresentPages } from "./read-present";

const desk = filesDeskOfFile();
const { pageId } = desk;

const things = async () => (await readPresentPages(desk.owner(), [pageId]))[0]?.things ?? [];
const namesOf = async (noun: string) =>
  (await things()).filter((each) => each.noun === noun).map(({ values }) => values.name);
const idOf = async (noun: string, name: string) =>
  (await things()).find((each) => each.noun === noun && each.values.name === name)?.id ?? "";

test("a file that makes everything is applied in steps, and then nothing differs", async () => {
  const job = await desk.applied(wholeFile);
  expect(job).toMatchObject({ state: "applied", refusals: [], counts: { refused: 0, skipped: 0 } });
  expect(await desk.changesOf(wholeFile)).toEqual([]);
  expect(await desk.applied(wholeFile)).toBe(null);
  const made = (await things()).flatMap(({ madeBy, keys }) => (madeBy === null ? [] : [keys[madeBy]]));
  const keys = ["api", "api-http", "backup", "core", "disk", "metrics", "office", "ops", "slow", "web"];
  expect(made.toSorted()).toEqual(keys);
  const [present] = await readPresentPages(desk.owner(), [pageId]);
  expect(present?.values.page_description).toBe("All of the shop");
});

test("a page that is not there is made by the operator, and hidden from others", async () => {
  const text =
    "name: pages\npages:\n  brand-new:\n    name: Brand new\n    page_description: Just made\n    components: { api: { name: API } }\n";
  expect(await failureOf(planConfiguration(desk.owner(), { text }))).toEqual({ name: "missing" });
  const job = await desk.applied(text, { as: () => desk.person("operator", true) });
  expect(job).toMatchObject({ state: "applied", refusals: [], counts: { create: 2 } });
});

test("who is no admin of each page plans and applies nothing", async () => {
  const text = shopFile("    components: { api: { name: API } }\n");
  expect(await failureOf(planConfiguration(desk.person("viewer"), { text }))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(applyConfiguration(desk.person("stranger"), { text }))).toEqual({ name: "missing" });
  const both = `${text}  other:\n    components: { web: { name: Web } }\n`;
  expect(await failureOf(applyConfiguration(desk.owner(), { text: both }))).toEqual({ name: "missing" });
});

describe("what people do meanwhile", () => {
  const text = shopFile("    components: { api: { name: API, description: From the file } }\n");

  test("a plan that is no longer the expected one is refused with the new one", async () => {
    const { digest } = await good(planConfiguration(desk.owner(), { text }));
    await good(createComponent(desk.onPage(), { pageId, name: "API" }));
    const refused = await failureOf(applyConfiguration(desk.owner(), { text, expected: digest }));
    expect(refused).toMatchObject({ name: "conflict", code: "changed" });
    const { plan, digest: now } = (refused as { current: { plan: { changes: object[] }; digest: string } }).current;
    expect(plan.changes).toHaveLength(1);
    expect((await good(applyConfiguration(desk.owner(), { text, expected: now }))).job).not.toBe(null);
  });

  test("a change of a managed field is drift, and the next application sets it back", async () => {
    await desk.applied(text);
    const id = await idOf("component", "API");
    await good(updateComponent(desk.onPage(), { pageId, id, description: "By a person", startDate: "2026-01-01" }));
    const { plan } = await good(planConfiguration(desk.owner(), { text }));
    expect(plan.changes).toMatchObject([{ action: "change", isDrift: true, fields: [{ name: "description" }] }]);
    await desk.applied(text);
    const api = (await things()).find((each) => each.id === id);
    expect(api?.values).toMatchObject({ description: "From the file", start_date: "2026-01-01" });
  });

  test("a thing of the same name is taken over, and not made twice", async () => {
    await good(createComponent(desk.onPage(), { pageId, name: "API" }));
    await desk.applied(text);
    expect(await namesOf("component")).toEqual(["API"]);
    expect((await things()).find((each) => each.noun === "component")?.madeBy).toBe(null);
  });

  test("what a file manages is said, and can be taken over", async () => {
    await desk.applied(text);
    const id = await idOf("component", "API");
    const managing = () => good(readManagingFiles(desk.onPage(), { pageId, subject: { id } }));
    expect(await managing()).toEqual([
      { file: "infrastructure", key: "api", id, fields: ["name", "description"], only: null },
    ]);
    await good(takeOverManagedThing(desk.onPage(), { pageId, id }));
    expect(await managing()).toEqual([]);
  });

  test("of two files that describe one field the second is an error that names the first", async () => {
    await desk.applied(text);
    const { plan } = await good(planConfiguration(desk.owner(), { text: text.replace("infrastructure", "second") }));
    expect(plan.errors.map(({ message }) => message).join(" ")).toContain("infrastructure");
  });
});

describe("removing", () => {
  const text = shopFile("    components: { api: { name: API }, web: { name: Web } }\n");

  test("what left the file stays, and goes with prune if the file had made it", async () => {
    await good(createComponent(desk.onPage(), { pageId, name: "Web" }));
    await desk.applied(text);
    const less = shopFile("    components: {}\n    groups: { core: { name: Core } }\n");
    expect(await desk.changesOf(less)).toEqual(["create group core"]);
    expect(await desk.changesOf(less, true)).toEqual(["create group core", "remove component api"]);
    await desk.applied(less, { prune: true });
    expect(await namesOf("component")).toEqual(["Web"]);
  });

  test("a new key with `was` keeps the thing", async () => {
    await desk.applied(text);
    const id = await idOf("component", "API");
    const renamed = text.replace("api: { name: API }", "gateway: { was: api, name: Gateway }");
    await desk.applied(renamed);
    expect(await idOf("component", "Gateway")).toBe(id);
    expect(await desk.changesOf(renamed, true)).toEqual([]);
  });
});

describe("named secrets", () => {
  const text = shopFile(`    channels:
      ops: { kind: webhook, name: Ops, settings: { url: { secret: ops-hook } } }
`);
  const enter = (value: string) => good(setPageSecret(desk.onPage(), { pageId, name: "ops-hook", value }));

  test("a file needs those that it names, and follows when one is entered again", async () => {
    const { plan } = await good(planConfiguration(desk.owner(), { text }));
    expect(plan.errors.map(({ message }) => message).join()).toContain("ops-hook");
    await enter("https://hooks.example.com/abc");
    expect(await desk.applied(text)).toMatchObject({ state: "applied", refusals: [] });
    expect(await desk.changesOf(text)).toEqual([]);
    desk.deployment.clock.now += 1000;
    await enter("https://hooks.example.com/other");
    expect(await desk.changesOf(text)).toEqual(["change channel ops"]);
  });

  test("values are never shown, and names go when they are deleted", async () => {
    await enter("https://hooks.example.com/abc");
    expect(JSON.stringify(await good(listPageSecrets(desk.onPage(), { pageId })))).not.toContain("hooks.example.com");
    await good(deletePageSecret(desk.onPage(), { pageId, name: "ops-hook" }));
    expect(await good(listPageSecrets(desk.onPage(), { pageId }))).toEqual([]);
    expect(await failureOf(deletePageSecret(desk.onPage(), { pageId, name: "ops-hook" }))).toEqual({ name: "missing" });
    const refused = await failureOf(setPageSecret(desk.onPage(), { pageId, name: "Not a name", value: "x" }));
    expect(refused).toMatchObject({ name: "invalid", fields: { name: expect.any(String) } });
  });
});
