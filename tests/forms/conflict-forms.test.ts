import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

/** A form that was overtaken shows both versions of all that it posts: saving mine over theirs changes nothing unseen. */
let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;
let core = "";
let edge = "";

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  admin = await browserOf(deployment, "admin");
  for (const name of ["Core", "Edge"])
    await admin.post("/manage/acme/groups/new", { form: "group", name, collapsed: "never" });
  const list = await (await admin.go("/manage/acme/components")).text();
  [core = "", edge = ""] = [...list.matchAll(/\/manage\/acme\/groups\/(\w{26})/g)].map(([, id = ""]) => id);
});
afterAll(() => deployment.close());

interface Case {
  what: string;
  form: string;
  path: () => string;
  /** Another value for each field that the form posts; of a tick "" = not set. */
  theirs: () => Record<string, string>;
  mine: () => Record<string, string>;
}

const component: Case = {
  what: "a component",
  form: "component",
  path: () => `/manage/acme/components/${stage.components[0]}`,
  theirs: () => ({
    name: "Theirs",
    description: "About theirs",
    groupId: core,
    startDate: "2026-01-02",
    shownWhen: "affected",
    showUptime: "",
    dependsOn: stage.components[1] ?? "",
    keptBy: "watched",
  }),
  mine: () => ({
    name: "Mine",
    description: "About mine",
    groupId: edge,
    startDate: "2026-01-03",
    shownWhen: "always",
    showUptime: "on",
    dependsOn: "",
    keptBy: "",
  }),
};
const group: Case = {
  what: "a group",
  form: "group",
  path: () => `/manage/acme/groups/${core}`,
  theirs: () => ({ name: "Theirs", description: "About theirs", collapsed: "always" }),
  mine: () => ({ name: "Mine", description: "About mine", collapsed: "never" }),
};

const posted = (form: string, version: string, values: Record<string, string>) => ({
  form,
  version,
  ...Object.fromEntries(Object.entries(values).filter(([name, value]) => name !== "showUptime" || value !== "")),
});

const formIn = (html: string, form: string): string => {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  return forms.find((each) => each.includes(`name="form" value="${form}"`)) ?? "";
};

/** The names of all that can be filled in, with the label that stands beside each. */
function fieldsOf(form: string): Map<string, string> {
  const labels = new Map(
    [...form.matchAll(/<label for="([^"]+)"[^>]*>([\s\S]*?)<\/label>/g)].map(([, id = "", text = ""]) => [
      id,
      text.replace(/<span[\s\S]*?<\/span>|<[^>]+>/g, "").trim(),
    ]),
  );
  const controls = [...form.matchAll(/<(?:input|select|textarea)[^>]*\bid="([^"]+)"[^>]*\bname="([^"]+)"/g)];
  return new Map(controls.map(([, id = "", name = ""]) => [name, labels.get(id) ?? ""]));
}

test.each([component, group])(
  "$what: what the form posts and what its conflict compares are the same",
  async (each) => {
    const before = formIn(await (await admin.go(each.path())).text(), each.form);
    const version = /name="version" value="(\d+)"/.exec(before)?.[1] ?? "";
    const fields = fieldsOf(before);
    expect([...fields.keys()].sort()).toEqual(Object.keys(each.mine()).sort());
    const saved = await admin.post(each.path(), posted(each.form, version, each.theirs()));
    expect([saved.status, await saved.text()]).toEqual([303, ""]);
    const late = await admin.post(each.path(), posted(each.form, version, each.mine()));
    expect(late.status).toBe(409);
    const html = await late.text();
    const compared = [...html.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, label]) => label);
    expect(compared.sort()).toEqual([...fields.values()].sort());
  },
);

test("what both typed alike is not compared, and saving mine over theirs keeps what only they changed", async () => {
  const path = component.path();
  const before = formIn(await (await admin.go(path)).text(), "component");
  const version = /name="version" value="(\d+)"/.exec(before)?.[1] ?? "";
  const same = component.theirs();
  await admin.post(path, posted("component", version, { ...same, name: "Renamed" }));
  const late = await admin.post(path, posted("component", version, { ...same, name: "Late" }));
  const headings = [...(await late.text()).matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, label]) => label);
  expect(headings).toEqual(["Name"]);
});
