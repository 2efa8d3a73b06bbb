import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, fillChanges } from "../../../../tests/support/scenario";
import { publishPage } from "./publish";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

/** A context with a longer deadline: a hundred thousand rows take longer than a call may. */
const patient = () => deployment.ctx(undefined, { database: deployment.bindings.DB, deadline: 60_000 });
const wish = (table: "settle" | "snapshot", pageId: string) =>
  runBatch(deployment.ctx(), [{ sql: `UPDATE ${table} SET wanted = wanted + 1 WHERE page_id = ?1`, params: [pageId] }]);

let pages = 0;

/** Returns the rows read by the second build, and by a settling, of a page with so many changes since midnight. */
async function cost(changes: number) {
  const page = await arrange(deployment, aPage({ slug: `changing-${pages++}` }));
  const flapping = { pageId: page.id, componentId: page.components[0] as string };
  const { now } = deployment.clock;
  await runBatch(patient(), fillChanges(flapping, changes, now - 12 * 3600_000, now));
  await publishPage(patient(), page.id);
  await wish("snapshot", page.id);
  const publishing = deployment.ctx();
  await publishPage(publishing, page.id);
  await wish("settle", page.id);
  const settling = deployment.ctx({ kind: "machine", id: "test" });
  await settlePage(settling, page.id);
  return [publishing.meter, settling.meter].map(({ read, written }) => ({ read, written }));
}

test("neither a build nor a settling knows how often the page changed today: 1, 1,000 and 100,000 times", async () => {
  const [one, thousand, many] = [await cost(1), await cost(1000), await cost(100_000)];
  expect(thousand).toEqual(one);
  expect(many).toEqual(one);
});
