import { afterAll, beforeAll, expect, test } from "vitest";
import { createSource } from "~/sources/create";
import { sendSourceTest } from "~/sources/send-test";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { group, post } from "../../../tests/support/ingest";
import { saveRule } from "../save";
import { listRules } from "../verbs";
import { readRuleSuggestions, tryRule } from "./try";

let desk: Desk;
let sourceId: string;

beforeAll(async () => {
  desk = await openDesk();
  const given = { pageId: desk.pageId, kind: "alertmanager", name: "Prometheus" };
  const made = await good(createSource(desk.as("admin"), given));
  sourceId = made.id;
  const token = made.ingestUrl.split("/").at(-1) ?? "";
  for (const [index, service] of ["checkout", "checkout", "search"].entries()) {
    desk.deployment.clock.now += 1000;
    const labels = { alertname: "Down", service, instance: `i${index}` };
    await good(post(desk.deployment.ctx(), { token }, group([{ key: `k${index}`, startsAt: 1, labels }])));
  }
  await good(sendSourceTest(desk.as("admin"), { pageId: desk.pageId, id: sourceId }));
  await desk.deployment.settled();
});
afterAll(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const target = () => ({ pageId: desk.pageId, sourceId });
const match = { labels: { service: "check*" } };

test("tries a match on what the source sent, and leaves our own tests out", async () => {
  const trial = await good(tryRule(desk.as("admin"), { ...target(), match }));
  expect(trial).toMatchObject({ deliveries: 3, matched: 2, covered: 0, unread: 0 });
  expect(trial.found.map(({ alerts }) => alerts[0]?.title)).toEqual(["k1 is down", "k0 is down"]);
  const seen = await good(readRuleSuggestions(desk.as("admin"), target()));
  expect(seen.labels[0]).toEqual({ line: "alertname=Down", count: 3 });
  expect(await good(listRules(desk.as("admin"), target()))).toHaveLength(1);
});

test("only for admins, only of a source of the page, only with a match that may stand", async () => {
  expect(await failureOf(tryRule(desk.as("responder"), { ...target(), match }))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(tryRule(desk.as("admin"), { ...target(), sourceId: "nobody" }))).toMatchObject({
    name: "missing",
  });
  const nonsense = { labels: "nonsense" };
  expect(await failureOf(tryRule(desk.as("admin"), { ...target(), match: nonsense }))).toMatchObject({
    name: "invalid",
  });
});

test("a rule above that takes first is named", async () => {
  await good(saveRule(desk.as("admin"), { ...target(), match: { title: "*" } }));
  const trial = await good(tryRule(desk.as("admin"), { ...target(), match }));
  expect(trial).toMatchObject({ matched: 0, covered: 2 });
});
