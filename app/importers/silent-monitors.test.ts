import { beforeEach, expect, test } from "vitest";
import { bulkChangeMonitors } from "~/monitors/bulk";
import type { MuteSubject } from "~/mutes/rules/mute-input";
import { muteNotifications, unmuteNotifications } from "~/mutes/verbs";
import { good } from "../../tests/support/desk";
import {
  beginToApply,
  importRunsOfEachTest,
  movedPage,
  previewOf,
  runToEnd,
  smallMovedPage as small,
} from "../../tests/support/import-jobs";
import { incidentsOf, later, listen, observedOf, say } from "../../tests/support/own-alerts";
import { takeOverImport } from "./take-over";

/** Weeks of parallel running: monitors of an import change statuses, and nobody is notified before they are taken over. */
const { desk, rowsOf, applied } = importRunsOfEachTest();
const minute = 60_000;

beforeEach(() => listen(desk, ["alert_fired", "alert_recovered", "component_changed", "draft_opened"]));

const idsOf = async (table: "source" | "component", where: string) =>
  (await rowsOf(`SELECT id FROM ${table} WHERE ${where} ORDER BY name`)).map(({ id }) => String(id));
const monitors = () => idsOf("source", "family = 'monitor' AND name LIKE 'Check %'");
const components = () => idsOf("component", "name LIKE 'Service %'");
const heard = async () => [
  ...(await rowsOf("SELECT kind FROM notice")).map(({ kind }) => kind),
  ...(await incidentsOf(desk)).filter(({ origin }) => origin === "monitor").map(() => "incident"),
];
const statusOf = async (componentId = "") => (await observedOf(desk, componentId)).at(-1)?.[0];
const muted = (subject: MuteSubject) =>
  muteNotifications(desk.as("responder"), { pageId: desk.pageId, subject, minutes: 15 });

/** A monitor finds its address down for a while, and well again. */
async function downAndWell(monitorId: string): Promise<void> {
  await say(desk, monitorId, "firing");
  await later(desk, 10 * minute);
  await say(desk, monitorId, "resolved");
  await later(desk, 10 * minute);
}

test("nobody is notified during parallel running, although the status changes", async () => {
  await applied();
  const [[monitor = ""], [component]] = [await monitors(), await components()];
  await say(desk, monitor, "firing");
  await later(desk, 10 * minute);
  expect(await statusOf(component)).toBe("major_outage");
  await say(desk, monitor, "resolved");
  await later(desk, 10 * minute);
  expect(await statusOf(component)).toBe("operational");
  expect(await heard()).toEqual([]);
});

test.each<[string, (ids: { monitor: string; component: string }) => MuteSubject]>([
  ["everything", () => ({ kind: "page", id: desk.pageId })],
  ["the component", ({ component: id }) => ({ kind: "component", id })],
  ["the monitor", ({ monitor: id }) => ({ kind: "monitor", id })],
])("a mute of %s that ends, by itself or by hand, ends no silence", async (_, subjectOf) => {
  await applied();
  const [[monitor = ""], [component = ""]] = [await monitors(), await components()];
  const subject = subjectOf({ monitor, component });
  await good(muted(subject));
  await say(desk, monitor, "firing");
  await later(desk, 20 * minute);
  if (subject.kind !== "monitor") {
    await good(muted(subject));
    await later(desk, minute);
    await good(unmuteNotifications(desk.as("responder"), { pageId: desk.pageId, subject }));
  }
  await later(desk, 10 * minute);
  expect(await heard()).toEqual([]);
  expect(await statusOf(component)).toBe("major_outage");
});

test("mutes of several monitors, and a second run, end no silence", async () => {
  await applied();
  const { owner, pageId } = desk;
  const ids = await monitors();
  await good(bulkChangeMonitors(owner(), { pageId, ids, action: "mute", value: 15 }));
  await later(desk, 20 * minute);
  await good(bulkChangeMonitors(owner(), { pageId, ids, action: "unmute" }));
  const document = movedPage(small);
  for (const each of document.monitors) Object.assign(each, { timeoutSeconds: 7 });
  const again = await previewOf(desk, document);
  await beginToApply(desk, again);
  await runToEnd(desk, again);
  await downAndWell(ids[0] ?? "");
  expect(await heard()).toEqual([]);
});

test("once they are taken over, what still fires is told, and a mute is a mute again", async () => {
  const id = await applied();
  const { pageId } = desk;
  const [firing = "", other = ""] = await monitors();
  await say(desk, firing, "firing");
  await later(desk, 10 * minute);
  expect(await heard()).toEqual([]);
  await good(takeOverImport(desk.owner(), { pageId, id }));
  await desk.deployment.settled();
  await later(desk, minute);
  const told = await heard();
  expect(told).toContain("alert_fired");
  await good(muted({ kind: "monitor", id: other }));
  await say(desk, other, "firing");
  await later(desk, 10 * minute);
  expect((await heard()).filter((kind) => kind === "alert_fired")).toHaveLength(1);
  await later(desk, 10 * minute);
  expect((await heard()).filter((kind) => kind === "alert_fired")).toHaveLength(2);
});
