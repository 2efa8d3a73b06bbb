import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { moveComponent } from "~/components/verbs";
import { personTable } from "~/db/schema";
import { listMailers } from "~/mailers/verbs";
import { filesDeskOfFile, shopFile } from "../../tests/support/configuration-jobs";
import { failureOf, good } from "../../tests/support/desk";
import { exportConfiguration } from "./export-configuration";
import { readManagingFilesOfDeployment, takeOverThingOfDeployment } from "./managed/managed-thing";
import { planConfiguration } from "./plan-configuration";
import { readPresentPages } from "./read-present";

/** The order of groups and components, and the mailers of the deployment. */
const desk = filesDeskOfFile();
const { pageId } = desk;

const components = async () =>
  ((await readPresentPages(desk.owner(), [pageId]))[0]?.things ?? []).filter(({ noun }) => noun === "component");

describe("the order of the page", () => {
  const ordered = (...keys: string[]) =>
    shopFile(`    order: file
    groups: { core: { name: Core }, edge: { name: Edge } }
    components:
${keys.map((key) => `      ${key}: { name: Component ${key}, group: core }\n`).join("")}`);
  const shown = async () => (await components()).map(({ values }) => String(values.name).split(" ")[1]);

  test("is that of the file, which puts back what people move", async () => {
    await desk.applied(ordered("a", "b", "c"));
    expect(await shown()).toEqual(["a", "b", "c"]);
    const next = ordered("c", "a", "new", "b");
    expect(await desk.changesOf(next)).toEqual(["create component new", "move page shop"]);
    expect(await desk.applied(next)).toMatchObject({ state: "applied", counts: { create: 1, move: 1 } });
    expect(await shown()).toEqual(["c", "a", "new", "b"]);
    expect(await desk.changesOf(next)).toEqual([]);
    await good(moveComponent(desk.onPage(), { pageId, id: (await components())[0]?.id ?? "", direction: "down" }));
    const { plan } = await good(planConfiguration(desk.owner(), { text: next }));
    expect(plan.changes).toMatchObject([
      { action: "move", isDrift: true, fields: [{ name: "components/a", before: 1, after: 2 }] },
    ]);
    await desk.applied(next);
    expect(await shown()).toEqual(["c", "a", "new", "b"]);
  });

  test("is in the export, which changes nothing", async () => {
    await desk.applied(ordered("c", "a", "b"));
    const { text } = await good(exportConfiguration(desk.onPage(), { pageId }));
    expect(text).toMatch(/order: file.* c:.* a:.* b:/s);
    expect((await desk.changesOf(text)).filter((line) => !line.startsWith("adopt"))).toEqual([]);
  });
});

describe("mailers", () => {
  const mailed = (name: string, token = "hunter2") =>
    `${shopFile("    name: Shop\n")}mailers:\n  main: { kind: postmark, name: ${name}, from_address: status@example.com, settings: { serverToken: ${token} } }\n`;
  const operator = () => desk.person("owner", true);
  beforeEach(async () => {
    await desk.deployment.ctx().db.update(personTable).set({ operator: true }).where(eq(personTable.id, "owner"));
  });

  test("are the operator's, who makes, changes and removes them", async () => {
    expect(await failureOf(planConfiguration(desk.owner(), { text: mailed("Main") }))).toMatchObject({
      name: "forbidden",
    });
    expect(await desk.applied(mailed("Main"), { as: operator })).toMatchObject({ state: "applied", refusals: [] });
    const plan = async (text: string, prune = false) =>
      (await good(planConfiguration(operator(), { text, prune }))).plan.changes;
    expect(await plan(mailed("Main"))).toEqual([]);
    const changed = await plan(mailed("Other", "hunter3"));
    expect(changed).toMatchObject([{ action: "change", noun: "mailer", key: "main", slug: "" }]);
    expect(JSON.stringify(changed)).not.toContain("hunter");
    await desk.applied(mailed("Other", "hunter3"), { as: operator });
    expect(await good(listMailers(operator()))).toMatchObject({ mailers: [{ name: "Other" }] });
    const none = `${shopFile("    name: Shop\n")}mailers: {}\n`;
    expect(await plan(none, true)).toMatchObject([{ action: "remove", noun: "mailer" }]);
    await desk.applied(none, { as: operator, prune: true });
    expect(await good(listMailers(operator()))).toMatchObject({ mailers: [] });
  });

  test("are exported to the operator alone, without their secrets, and then nothing differs", async () => {
    await desk.applied(mailed("Main"), { as: operator });
    const member = { pageId, role: "owner" } as const;
    const { text } = await good(exportConfiguration({ ...operator(), member }, { pageId }));
    expect(text).toContain("from_address: status@example.com");
    expect(text).not.toContain("hunter2");
    const { plan } = await good(planConfiguration(operator(), { text }));
    expect(plan.errors).toEqual([]);
    expect(plan.changes.filter(({ action }) => action !== "adopt")).toEqual([]);
    expect((await good(exportConfiguration(desk.onPage(), { pageId }))).text).not.toContain("mailers");
  });

  test("say which file manages them, until the operator takes one over", async () => {
    await desk.applied(mailed("Main"), { as: operator });
    const { mailers } = await good(listMailers(operator()));
    const id = mailers[0]?.id ?? "";
    const managing = () => good(readManagingFilesOfDeployment(operator(), { id }));
    expect(await managing()).toMatchObject([{ file: "infrastructure", key: "main" }]);
    expect(await failureOf(takeOverThingOfDeployment(desk.owner(), { id }))).toMatchObject({ name: "forbidden" });
    await good(takeOverThingOfDeployment(operator(), { id }));
    expect(await managing()).toEqual([]);
  });
});
