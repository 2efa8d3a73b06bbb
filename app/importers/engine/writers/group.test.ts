import { expect, test } from "vitest";
import { createComponent } from "~/components/create";
import { createComponentGroup, updateComponentGroup } from "~/components/groups/verbs";
import { listComponents } from "~/components/list";
import { good } from "../../../../tests/support/desk";
import { moveDocumentOf } from "../../../../tests/support/import-documents";
import { ourIdOf, runCounted, writeFactsOf, writeThings, writtenThing } from "../../../../tests/support/import-writing";
import { deskOfFile } from "../../../../tests/support/of-file";
import { groupImportWriter } from "./group";
import { templateImportWriter } from "./template";

const desk = deskOfFile();
const [ctx, admin] = [() => desk.owner(), () => desk.as("admin")];
const groups = async () => (await good(listComponents(desk.as("viewer"), { pageId: desk.pageId }))).groups;

const groupThings = (action: "make" | "change", given: readonly object[]) =>
  moveDocumentOf({ groups: given }).groups.map((thing) => writtenThing("group", action, thing));
const write = (action: "make" | "change", given: readonly object[]) =>
  writeThings(ctx(), groupImportWriter, writeFactsOf(ctx(), desk.pageId), groupThings(action, given));

test("groups come after those that are here, in the order of the origin, once", async () => {
  await good(createComponentGroup(admin(), { pageId: desk.pageId, name: "Ours" }));
  const given = [
    { id: "b", name: "B\n1", description: " Both. " },
    { id: "a", name: "a".repeat(300) },
  ];
  const costs = await write("make", given);
  expect(costs).toEqual({
    statements: groupImportWriter.statements,
    rows: given.length * groupImportWriter.rows(planned),
  });
  expect((await write("make", given)).rows).toBe(0);
  expect((await groups()).map(({ name, position, description }) => [name, position, description])).toEqual([
    ["Ours", 1, ""],
    ["B 1", 2, "Both."],
    [`${"a".repeat(199)}…`, 3, ""],
  ]);
});

test("when a group is collapsed comes along; where the origin does not say it, unless it is affected", async () => {
  await write("make", [{ id: "c", name: "C", collapsed: "never" }]);
  const collapsed = async () => (await groups()).at(-1)?.collapsed;
  expect(await collapsed()).toBe("never");
  await write("change", [{ id: "c", name: "C" }]);
  expect(await collapsed()).toBe("unless_affected");
  await write("change", [{ id: "c", name: "C", collapsed: "always" }]);
  expect(await collapsed()).toBe("always");
});
const planned = writtenThing("group", "make", { id: "", name: "", description: "" }).planned;

test("a change brings name and description, and raises the version by one", async () => {
  await write("change", [{ id: "b", name: "B 2" }]);
  const changed = (await groups()).find(({ id }) => id === ourIdOf("group", "b"));
  expect(changed).toMatchObject({ name: "B 2", description: "", position: 2, version: 1 });
});

test("a group that holds a component is named by it, and one that was edited since is left", async () => {
  const [a, b] = [ourIdOf("group", "a"), ourIdOf("group", "b")];
  const { id } = await good(createComponent(admin(), { pageId: desk.pageId, name: "In A", groupId: a }));
  const here = await groupImportWriter.readRemovable(ctx(), desk.pageId, [a, b, "gone"]);
  expect(here.map((each) => [each.id, each.namedBy]).sort()).toEqual([
    [a, [{ noun: "component", ourId: id }]],
    [b, []],
  ]);
  await good(updateComponentGroup(admin(), { pageId: desk.pageId, id: b, name: "B 3" }));
  await runCounted(ctx(), await groupImportWriter.remove(ctx(), desk.pageId, here));
  expect((await groups()).map(({ name }) => name)).toEqual(["Ours", "B 3", "C"]);
});

test("templates come within the limits here, change, and go", async () => {
  const facts = writeFactsOf(ctx(), desk.pageId);
  const given = (title: string) =>
    moveDocumentOf({ templates: [{ id: "t", name: "Slow", title, body: "We look.", status: "investigating" }] })
      .templates;
  const things = (action: "make" | "change", title: string) =>
    given(title).map((thing) => writtenThing("template", action, thing));
  const costs = await writeThings(ctx(), templateImportWriter, facts, things("make", "API is slow"));
  expect(costs).toEqual({ statements: templateImportWriter.statements, rows: templateImportWriter.rows(planned) });
  await writeThings(ctx(), templateImportWriter, facts, things("change", "{{component}} is slow"));
  const row = await desk.deployment.bindings.DB.prepare("SELECT * FROM template").first();
  expect(row).toMatchObject({
    name: "Slow",
    title: "{{component}} is slow",
    status: "investigating",
    components: "{}",
    version: 1,
  });
  const chosen = [
    { componentId: "api", status: "major_outage" },
    { componentId: "web", status: null },
    { componentId: "odd", status: "no_data" },
  ];
  const [named] = moveDocumentOf({ templates: [{ ...given("Slow")[0], id: "n", components: chosen }] }).templates;
  await writeThings(ctx(), templateImportWriter, facts, named ? [writtenThing("template", "make", named)] : []);
  const stored = desk.deployment.bindings.DB.prepare("SELECT components FROM template WHERE id = ?1");
  const shown = await stored.bind(ourIdOf("template", "n")).first<{ components: string }>();
  expect(JSON.parse(shown?.components ?? "")).toEqual({
    [ourIdOf("component", "api")]: "major_outage",
    [ourIdOf("component", "web")]: "operational",
    [ourIdOf("component", "odd")]: "operational",
  });
  const here = await templateImportWriter.readRemovable(ctx(), desk.pageId, [ourIdOf("template", "t")]);
  expect(here).toEqual([{ id: ourIdOf("template", "t"), name: "Slow", version: 1, namedBy: [] }]);
  await runCounted(ctx(), await templateImportWriter.remove(ctx(), desk.pageId, here));
  expect((await templateImportWriter.readHere(ctx(), desk.pageId, [])).map(({ id }) => id)).toEqual([
    ourIdOf("template", "n"),
  ]);
});
