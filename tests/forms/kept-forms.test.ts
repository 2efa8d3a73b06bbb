import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { formsIn } from "../support/desk-forms";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

/** Who keeps a component is asked, answered and told on forms that need no script. */
let deployment: TestDeployment;
let stage: Stage;
let owner: Owner;
let source: string;
let [admin, viewer]: Browser[] = [];

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  owner = new Owner(await openBrowser(deployment), deployment);
  stage = await setStage(deployment, owner, "acme");
  const given = { kind: "alertmanager", name: "Prometheus", silence_hours: 24 };
  source = await owner.makeId("/pages/acme/sources", { source: given });
  [admin, viewer] = [await browserOf(deployment, "admin"), await browserOf(deployment, "viewer")];
});
afterAll(() => deployment.close());
beforeEach(async () => {
  await deployment.settled();
  deployment.clock.now += 1000;
});

const home = "/manage/acme";
const textIn = (html: string) => html.replaceAll(/<script[\s\S]*?<\/script>|<!-- -->/g, "").replaceAll(/<[^>]+>/g, " ");
const pageOf = async (who: Browser | undefined, path: string) => (await who?.go(path))?.text() ?? "";
const textOf = async (who: Browser | undefined, path: string) => textIn(await pageOf(who, path));
const post = async (path: string, fields: Record<string, string>) => {
  const answer = await admin?.post(path, fields);
  if (!answer) throw new Error("nobody is signed in");
  await deployment.settled();
  return answer;
};
const led = (answer: Response) => answer.headers.get("location") ?? "";
const component = (name: string, more: object = {}) =>
  owner.makeId("/pages/acme/components", { component: { name, ...more } });
const watch = (id: string, name = "Shop") =>
  owner.makeId("/pages/acme/monitors", {
    monitor: { kind: "http", name, settings: { url: "https://x.example" }, components: { [id]: "major_outage" } },
  });
async function rowOf(id: string) {
  const { d1 } = deployment.ctx();
  const sql = "SELECT kept_by AS keptBy, kept_answered AS answered, coverage, version FROM component WHERE id = ?1";
  return (await d1.prepare(sql).bind(id).all()).results[0] as { keptBy: string; coverage: string; version: number };
}

test("the way to watch a component leads by the kinds to a form that names it", async () => {
  const id = await component("Lonely");
  const ways = await Promise.all([pageOf(admin, home), pageOf(admin, `${home}/components/${id}`)]);
  for (const html of ways) expect(html).toContain(`${home}/monitors/new?component=${id}`);
  expect(await pageOf(admin, `${home}/monitors/new?component=${id}`)).toContain(`?kind=http&amp;component=${id}`);
  const statusIn = async (search: string) => {
    const forms = formsIn(await pageOf(admin, `${home}/monitors/new?kind=http${search}`));
    return forms.flatMap(({ controls }) => [...controls.keys()]).filter((name) => name.includes(id));
  };
  expect((await statusIn(`&component=${id}`)).length).toBeGreaterThan(0);
  expect((await pageOf(admin, `${home}/monitors/new?kind=http&component=nobody`)).includes("nobody")).toBe(false);
});

test("what can wait for days stands below what fires", async () => {
  await component("Beside");
  const html = await pageOf(admin, home);
  const [firing, keeping] = ["firing", "keeping"].map((section) => html.indexOf(`id="${section}"`));
  expect(firing).toBeGreaterThan(0);
  expect(keeping).toBeGreaterThan(firing ?? 0);
});

test("the form of a new component asks, and so does that of several, once", async () => {
  for (const form of ["new", "several"]) {
    const html = await pageOf(admin, `${home}/components/${form}`);
    const control = formsIn(html).flatMap(({ controls }) => controls.get("keptBy") ?? []);
    expect(control.map(({ options }) => options)).toEqual([["", "watched", "manual"]]);
    expect(textIn(html)).toContain("Updated manually");
  }
  expect((await post(`${home}/components/several`, { form: "several", lines: "Uno", keptBy: "manual" })).status).toBe(
    303,
  );
  const bad = await post(`${home}/components/several`, { form: "several", lines: "Due", keptBy: "nobody" });
  expect(bad.status).toBe(422);
});

test("a status set where nothing watches keeps it by hand, and the notice says so; the form takes it back", async () => {
  const id = await component("Words");
  const here = `${home}/components/${id}`;
  const set = await post(here, { form: "status", status: "operational", version: "0" });
  expect(led(set)).toContain("done=status-set-kept");
  expect(await textOf(admin, led(set))).toContain("so your team updates it manually from now on");
  expect(await rowOf(id)).toMatchObject({ keptBy: "manual", coverage: "operational" });
  const [form] = formsIn(await pageOf(admin, here)).filter(({ name }) => name === "component");
  expect(form?.controls.get("keptBy")?.value).toBe("manual");
  const { version } = await rowOf(id);
  const fields = { form: "component", name: "Words", shownWhen: "always", showUptime: "on", version: `${version}` };
  await post(here, { ...fields, keptBy: "watched" });
  expect(await rowOf(id)).toMatchObject({ keptBy: "watched", coverage: "no_data" });
  const old = await post(here, { ...fields, version: `${version + 1}`, name: "Words again" });
  expect(old.status).toBe(303);
  expect(await rowOf(id)).toMatchObject({ keptBy: "watched" });
  const second = await post(here, { ...fields, keptBy: "manual" });
  expect([second.status, textIn(await second.text())]).toEqual([409, expect.stringContaining("Monitoring")]);
});

test("by hand is refused beside the field while a monitor watches it", async () => {
  const id = await component("Seen");
  const monitor = await watch(id, "Its watcher");
  await deployment.settled();
  const { version } = await rowOf(id);
  const fields = { form: "component", name: "Seen", shownWhen: "always", showUptime: "on", version: `${version}` };
  const refused = await post(`${home}/components/${id}`, { ...fields, keptBy: "manual" });
  expect([refused.status, textIn(await refused.text())]).toEqual([
    422,
    expect.stringContaining("“Its watcher” watches this component."),
  ]);
  const page = await textOf(admin, `${home}/monitors/${monitor}`);
  expect(page.match(/Nothing else watches Seen\. Without this it is shown as not monitored\./g)?.length).toBe(2);
  const many = await post(`${home}/monitors`, { form: "bulk", deed: "delete", [`monitor-${monitor}`]: "on" });
  expect(textIn(await many.text())).toContain("Nothing else watches Seen.");
  const gone = await post(`${home}/monitors/${monitor}`, { form: "delete", sure: "on", version: "0" });
  expect(led(gone)).toContain("done=monitor-deleted&unwatched=1");
  expect(await textOf(admin, led(gone))).toContain("1 component is now shown as not monitored");
  expect(await textOf(admin, led(gone).replace("unwatched=1", "unwatched=lots"))).not.toContain(
    "now shown as not monitored",
  );
});

test("what is attached first is said to watch from then on what people kept", async () => {
  await component("By hand", { kept_by: "manual" });
  const said = /Updated manually by your team: [^.]*By hand[^.]*\. Those you choose here will be watched instead\./;
  for (const form of ["monitors/new?kind=http", "heartbeats/new", `sources/${source}/rules/new`]) {
    expect(await textOf(admin, `${home}/${form}`)).toMatch(said);
  }
});

test("a rule that alone watches a component says so in its form, beside its button", async () => {
  const id = await component("Ruled");
  const rule = { source_id: source, match: { title: "Ruled*" }, components: { [id]: "major_outage" } };
  const made = await owner.makeId("/pages/acme/rules", { rule });
  const page = await textOf(admin, `${home}/sources/${source}/rules/${made}`);
  expect(page).toContain("Nothing else watches Ruled.");
  expect(page).toContain("Delete the rule");
  const list = await textOf(admin, `${home}/sources/${source}`);
  expect(list).toMatch(
    /title Ruled\*.*Ruled\s+Major outage.*All other alerts \(catch-all\).*Used when no rule above matches\./s,
  );
  expect(list).not.toMatch(/Delete the rule|Save the catch-all/);
});

test("Now asks who keeps what an upgrade took for kept by hand, beside what is watched, until it is answered", async () => {
  const [assumed, alone] = [await component("Assumed", { kept_by: "manual" }), await component("Left alone")];
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE component SET kept_answered = 0 WHERE id = ?1").bind(assumed).run();
  await d1.prepare("UPDATE component SET coverage = NULL WHERE id = ?1").bind(stage.components[0]).run();
  const html = await pageOf(admin, home);
  expect(textIn(html)).toContain(
    "Nothing watches these; they are shown as operational because people update them manually.",
  );
  const forms = formsIn(html).filter(({ hidden }) => hidden.intent === "keep-component");
  expect(forms.map(({ hidden }) => hidden.id)).toEqual(expect.arrayContaining([assumed, alone]));
  expect(html).toContain('aria-label="Watch Assumed"');
  expect(formsIn(await pageOf(viewer, home)).some(({ hidden }) => hidden.intent === "keep-component")).toBe(false);
  const yes = { form: `keep-${assumed}`, intent: "keep-component", id: assumed, version: "0" };
  const answered = await post(`${home}?index`, yes);
  expect([answered.status, led(answered)]).toEqual([303, expect.stringContaining("done=kept-answered")]);
  expect(await rowOf(assumed)).toMatchObject({ keptBy: "manual", answered: 1, coverage: "operational" });
  expect(await pageOf(admin, home)).not.toContain('aria-label="Watch Assumed"');
  const keep = { form: `keep-${alone}`, intent: "keep-component", id: alone };
  await d1.prepare("UPDATE component SET version = 7 WHERE id = ?1").bind(alone).run();
  const late = await post(`${home}?index`, { ...keep, version: "0" });
  expect(late.status).toBe(409);
  expect((await post(`${home}?index`, { ...keep, version: "7" })).status).toBe(303);
  expect(await rowOf(alone)).toMatchObject({ keptBy: "manual", coverage: "operational" });
});
