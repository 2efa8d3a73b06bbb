import { afterAll, beforeAll, expect, test } from "vitest";
import { source } from "~/db/schema";
import { updateSource } from "~/sources/update";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { arrange, aSource } from "../../tests/support/scenario";
import { readNow } from "./read";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.deployment.settled().then(() => desk.close()));

const asked = async () => {
  const { quietSources } = await good(readNow(desk.as("viewer"), { pageId: desk.pageId }));
  return quietSources.map(({ name, isAssumed }) => [name, isAssumed]);
};

test("sources of which nobody has said what their quiet means are asked about, until somebody has", async () => {
  const { deployment, pageId } = desk;
  await deployment.ctx().db.delete(source);
  await arrange(
    deployment,
    aSource(pageId, { id: "new", name: "New", quietMeansWell: false }),
    aSource(pageId, { id: "older", name: "Older", quietAnswered: false }),
    aSource(pageId, { id: "said", name: "Said", quietAnswered: true }),
    aSource(pageId, { id: "promised", name: "Promised", heartbeatSeconds: 600, quietMeansWell: false }),
    aSource(pageId, { id: "hours", name: "Hours", silenceHours: 24, quietMeansWell: false }),
    aSource(pageId, { id: "own", name: "Own", family: "monitor", kind: "http", quietMeansWell: false }),
  );
  expect(await asked()).toEqual([
    ["New", false],
    ["Older", true],
  ]);
  await good(updateSource(desk.as("admin"), { pageId, id: "older", quietMeansWell: true }));
  await good(updateSource(desk.as("admin"), { pageId, id: "new", heartbeatSeconds: 600 }));
  expect(await asked()).toEqual([]);
});
