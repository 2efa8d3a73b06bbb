import { afterAll, beforeAll, expect, test } from "vitest";
import { componentResponseOf } from "~/components/api/component-shape";
import { createComponent } from "~/components/create";
import { listComponents } from "~/components/list";
import { statuspageV2FileJson } from "~/status-page/formats/statuspage-v2";
import { visiblePageAtTime } from "~/status-page/rules/seen-page";
import { readPublishedView } from "~/status-page/view-page";
import { good } from "../../tests/support/desk";
import { openHeartbeats, simple } from "../../tests/support/heartbeat-desk";
import { pauseHeartbeat } from "./verbs";

let house: Awaited<ReturnType<typeof openHeartbeats>>;
beforeAll(async () => {
  house = await openHeartbeats();
});
afterAll(() => house.close());

/** Returns its status as Statuspage's clients read it: by the API for its team, and on its page. */
async function wordsOf(id: string) {
  const { deployment, pageId, as } = house.desk;
  house.move(2000);
  const { components } = await good(listComponents(as("viewer"), { pageId }));
  const row = components.find((each) => each.id === id);
  const view = await good(readPublishedView(deployment.ctx({ kind: "visitor" }), { slug: "acme" }));
  const v2 = statuspageV2FileJson(visiblePageAtTime(view, deployment.clock.now), "components").components as {
    id: string;
    status: string;
  }[];
  return [row && componentResponseOf(pageId, row).status, v2.find((each) => each.id === id)?.status];
}

test("of what was never known no format says a good last word; of what was known it is the last", async () => {
  const { pageId, as, deployment } = house.desk;
  const { id } = await good(createComponent(as("admin"), { pageId, name: "Jobs" }));
  const every = { schedule: simple(60), graceSeconds: 60 };
  const beat = await house.make({ components: { [id]: "major_outage" }, ...every });
  expect(await wordsOf(id)).toEqual(["", "degraded_performance"]);
  await house.ping(beat.uuid);
  expect(await wordsOf(id)).toEqual(["operational", "operational"]);
  await good(pauseHeartbeat(as("admin"), house.target(beat.id)));
  await deployment.settled();
  expect(await good(listComponents(as("viewer"), { pageId }))).toMatchObject({
    components: expect.arrayContaining([expect.objectContaining({ id, effective: "no_data" })]),
  });
  expect(await wordsOf(id)).toEqual(["operational", "operational"]);
});
