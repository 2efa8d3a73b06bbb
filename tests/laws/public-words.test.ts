import { afterAll, beforeAll, expect, test } from "vitest";
import { saveRule } from "~/alert-rules/save";
import { listRules } from "~/alert-rules/verbs";
import { editIncident } from "~/incidents/edit";
import { listIncidents } from "~/incidents/list";
import { createSource } from "~/sources/create";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { type Desk, failureOf, good, openDesk } from "../support/desk";
import { group, post } from "../support/ingest";
import { publicAddresses } from "../support/public-addresses";
import { openBrowser } from "../support/worker";

/** What tools call their alerts names machines and people: no format shows it unless a rule says so. */
const secret = "OOM kill on db-7.internal";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk.deployment.settled();
  await desk.close();
});

async function opened(words: object): Promise<string> {
  const { clock } = desk.deployment;
  const given = { pageId: desk.pageId, kind: "alertmanager", name: "Prometheus" };
  const made = await good(createSource(desk.as("admin"), given));
  const [rule] = await good(listRules(desk.as("admin"), { pageId: desk.pageId, sourceId: made.id }));
  const target = { pageId: desk.pageId, sourceId: made.id, id: rule?.id ?? "", version: rule?.version ?? 0 };
  const moves = { components: { [desk.components[0]]: "partial_outage" }, mode: "publish", hold: 0 } as const;
  await good(saveRule(desk.as("admin"), { ...target, ...moves, ...words }));
  const annotations = { summary: secret, description: `${secret}, 93 %` };
  const body = group([{ key: made.id, startsAt: clock.now, annotations, labels: { alertname: secret } }]);
  await good(post(desk.deployment.ctx(), { token: made.ingestUrl.split("/").at(-1) ?? "" }, body));
  await desk.deployment.settled();
  clock.now += 2000;
  await publishPage(desk.deployment.ctx({ kind: "machine", id: "test" }), desk.pageId);
  const { incidents } = await good(listIncidents(desk.as("viewer"), { pageId: desk.pageId }));
  return incidents[0]?.id ?? "";
}

const textOf = async (path: string, language = "en") =>
  (await (await openBrowser(desk.deployment)).go(path, { headers: { "accept-language": language } })).text();

test("what an alert calls itself stands in no public format, and each reader reads the title in their language", async () => {
  const id = await opened({});
  const [component] = desk.components;
  const on = { component, incident: id, oldIncident: id, maintenance: "none", oldMaintenance: "none", image: "none" };
  for (const { path } of publicAddresses(on)) expect(await textOf(`/${desk.slug}${path}`), path).not.toContain("db-7");
  expect(await textOf(`/${desk.slug}/feed.atom`)).toContain("Problem with ");
  const own = await textOf(`/${desk.slug}/incidents/${id}`);
  expect(own).toContain("Problem with ");
  expect(own).not.toContain("db-7");
  expect(await textOf(`/${desk.slug}`, "de")).toMatch(/Störung: /);
  const { incidents } = await good(listIncidents(desk.as("viewer"), { pageId: desk.pageId }));
  expect(incidents[0]).toMatchObject({ alertTitle: secret, title: expect.stringMatching(/^Problem with /) });
  await good(editIncident(desk.as("responder"), { pageId: desk.pageId, id, title: "Payments are slow" }));
  desk.deployment.clock.now += 2000;
  expect(await textOf(`/${desk.slug}`, "de")).toContain("Payments are slow");
});

test("a rule's words are checked when it is saved", async () => {
  const [rule] = await good(listRules(desk.as("admin"), { pageId: desk.pageId }));
  const save = (words: object) =>
    saveRule(desk.as("admin"), { pageId: desk.pageId, sourceId: rule?.sourceId ?? "", id: rule?.id ?? "", ...words });
  expect(await failureOf(save({ publicTitle: "{host} is down" }))).toMatchObject({
    fields: { publicTitle: expect.stringContaining("{host}") },
  });
  const hidden = { publicBody: "rule.title_not_shown" };
  expect(await failureOf(save({ publicBody: "It says {title}" }))).toMatchObject({ fields: hidden });
  await good(save({ publicBody: "It says {title}", showsTitle: true }));
  expect(await failureOf(save({ showsTitle: false }))).toMatchObject({ fields: hidden });
});
