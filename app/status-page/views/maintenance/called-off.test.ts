import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { planMaintenance } from "~/maintenances/plan";
import { cancelMaintenance, listMaintenances } from "~/maintenances/verbs";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment } from "../../../../tests/support/database";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { visit } from "../../../../tests/support/visitor";
import { feedResponse } from "../../api/feeds";
import { statuspageV2Response } from "../../api/statuspage-v2";
import { publishPage } from "../../publishing/engine/publish";
import { loader as showPage } from "../front/page.route";
import { loader as showHistory } from "../history/history.route";
import { loader as showMaintenance } from "./maintenance.route";

const hour = 3_600_000;
const day = 24 * hour;
let desk: Desk;
let id = "";

beforeEach(async () => {
  desk = await openDesk(await openDeployment());
  const { pageId, components, deployment } = desk;
  const startsAt = deployment.clock.now + 2 * day;
  const plan = { title: "Disks & <b>cables</b>", body: "We move them.", startsAt, endsAt: startsAt + hour };
  const touched = { [components[0]]: "under_maintenance" as const };
  id = (await good(planMaintenance(desk.owner(), { pageId, ...plan, components: touched }))).id;
  deployment.clock.now += hour;
  await good(cancelMaintenance(desk.owner(), { pageId, id, body: "Called off" }));
  await publishPage(desk.owner(), pageId);
  resetIsolate();
});
afterEach(() => desk.deployment.close());

const title = "Disks &amp; &lt;b>cables&lt;/b>";

async function seen(loader: typeof showPage, path: string, params: Record<string, string> = {}) {
  const answer = await loader(visit(desk.deployment, `/${desk.slug}${path}`, { page: desk.slug, ...params }));
  return { status: answer.status, text: (await answer.text()).replaceAll("&gt;", ">") };
}

test("what is called off keeps its address, its name and all that was said", async () => {
  const page = await seen(showMaintenance, `/maintenances/${id}`, { id });
  expect(page.status).toBe(200);
  for (const words of [title, "Called off", "We move them.", "Cancelled"]) expect(page.text).toContain(words);
  const { maintenances } = await good(listMaintenances(desk.owner(), { pageId: desk.pageId, filter: "past" }));
  expect(maintenances).toMatchObject([{ id, title: "Disks & <b>cables</b>", status: "cancelled" }]);
});

test("it is in the history of its day, and on the front page once that day has come", async () => {
  const history = await seen(showHistory, "/history?month=2026-11");
  expect(history.text).toContain(title);
  expect((await seen(showPage, "")).text).not.toContain(title);
  desk.deployment.clock.now += 3 * day;
  await runBatch(desk.owner(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(desk.owner(), desk.pageId);
  resetIsolate();
  const front = await seen(showPage, "");
  expect(front.text).toMatch(new RegExp(`${title}.*Cancelled.*Called off`, "s"));
});

test("Statuspage's format has no word for it, so it is not among what is scheduled or done", async () => {
  const ask = async (answer: typeof feedResponse, path: string) => {
    const url = new URL(`http://localhost:8787/${desk.slug}/${path}`);
    return (await answer(new Request(url), desk.deployment.ctx(), url)).text();
  };
  expect(await ask(statuspageV2Response, "api/v2/scheduled-maintenances.json")).not.toContain(id);
  expect(await ask(feedResponse, "feed.rss")).toContain(`/maintenances/${id}</link>`);
});
