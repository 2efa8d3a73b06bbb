import { afterAll, beforeAll, expect, test } from "vitest";
import { ruleFields } from "~/alert-rules/rules/fields";
import { saveRule } from "~/alert-rules/save";
import { listRules } from "~/alert-rules/verbs";
import { listAudit } from "~/audit/list";
import { listComponents } from "~/components/list";
import { blankFieldValues } from "~/fields/fields";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { group, post } from "../../tests/support/ingest";
import { createSource } from "./create";
import { readPayloadMapping } from "./mapping";
import { samplePayloadMapping } from "./rules/mapping-names";
import { readSourceSetupDelivery } from "./setup";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const admin = () => desk.as("admin");
const make = (more: object = {}) =>
  good(createSource(admin(), { pageId: desk.pageId, kind: "alertmanager", name: "Prometheus", ...more }));
const rulesOf = (sourceId: string) => good(listRules(admin(), { pageId: desk.pageId, sourceId }));
const tokenOf = ({ ingestUrl }: { ingestUrl: string }) => ({ token: ingestUrl.split("/").at(-1) ?? "" });

test("the components of a new source are in its first rule, as the form of a rule makes it", async () => {
  const [website] = desk.components;
  const components = { [website]: "partial_outage" as const };
  const made = await make({ components });
  const [first, last] = await rulesOf(made.id);
  expect([first?.match, first?.components, last?.catchAll]).toEqual([{}, components, true]);
  const other = await make({ name: "Other" });
  const typed = { ...blankFieldValues(ruleFields), match: {}, components };
  await good(saveRule(admin(), { pageId: desk.pageId, sourceId: other.id, ...typed }));
  const [byForm] = await rulesOf(other.id);
  const own = { id: "", sourceId: "", createdAt: 0, updatedAt: 0 };
  expect({ ...first, ...own }).toEqual({ ...byForm, ...own });
  const { entries } = await good(listAudit(admin(), { pageId: desk.pageId }));
  expect(JSON.stringify(entries.filter(({ action }) => action === "source.create"))).toContain(website);
  await good(post(desk.deployment.ctx(), tokenOf(made), group([{ key: "disk" }])));
  await desk.deployment.settled();
  const listed = await good(listComponents(admin(), { pageId: desk.pageId }));
  expect(listed.components.find(({ id }) => id === website)?.effective).toBe("partial_outage");
});

test("without components a new source has its catch-all alone; a component of another page is refused", async () => {
  const { id } = await make({ name: "Later", components: {} });
  expect(await rulesOf(id)).toMatchObject([{ catchAll: true }]);
  const strange = { pageId: desk.pageId, kind: "alertmanager", name: "X", components: { far: "major_outage" } };
  expect(await failureOf(createSource(admin(), strange))).toMatchObject({
    fields: { "components.far": "component.unknown" },
  });
});

test("the shown example becomes an alert by the mapping that a new source starts with", async () => {
  const made = await make({ kind: "json", name: "Own tool", settings: { ...samplePayloadMapping } });
  const body = { check: { id: "disk-web-1", state: "firing", title: "Disk is full" } };
  const sent = await good(post(desk.deployment.ctx(), tokenOf(made), body));
  expect(sent.alerts).toMatchObject([{ key: "disk-web-1" }]);
  const setup = await good(readSourceSetupDelivery(admin(), { pageId: desk.pageId, id: made.id }));
  expect(setup.last).toMatchObject({ hasAlert: true });
});

test("another body is no alert yet: its fields are proposed, and it is read once they are saved", async () => {
  const made = await make({ kind: "json", name: "Theirs", settings: { ...samplePayloadMapping } });
  const body = { alert_id: "a1", status: "down", summary: "No answer" };
  const { id } = await good(post(desk.deployment.ctx(), tokenOf(made), body));
  const at = { pageId: desk.pageId, id: made.id };
  expect((await good(readSourceSetupDelivery(admin(), at))).last).toMatchObject({ id, hasAlert: false });
  const view = await good(readPayloadMapping(admin(), at));
  expect(view).toMatchObject({ values: { id: "alert_id", title: "summary", state: "status" }, unread: [id] });
  const kept = await make({ kind: "json", name: "Chosen", settings: { id: "uid", title: "name" } });
  await good(post(desk.deployment.ctx(), tokenOf(kept), body));
  expect((await good(readPayloadMapping(admin(), { ...at, id: kept.id }))).values).toEqual({
    id: "uid",
    title: "name",
  });
});
