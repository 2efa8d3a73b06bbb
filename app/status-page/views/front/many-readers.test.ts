import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { collectGarbage } from "../../../../tests/support/heap";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { loader } from "./page.route";

const components = 300;

let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ components }));
  await publishPage(deployment.ctx(), page.id);
});
afterAll(() => deployment.close());

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Regions as a header may name them, whether they exist or not. */
const regions = letters.flatMap((first) => letters.map((second) => `${first}${second}`));

const view = async (language: string) =>
  (await loader(visit(deployment, `/${page.slug}`, { page: page.slug }, { reader: { language } }))).text();

function heap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

test("a page that is read in hundreds of regions, which nobody but the reader chooses, fills no memory", async () => {
  const seen = regions.slice(0, 260);
  for (const region of seen.slice(0, 60)) await view(`en-${region}`);
  const before = heap();
  for (const region of seen.slice(60)) expect(await view(`en-${region}`)).toContain("</html>");
  const grown = heap() - before;
  expect(grown).toBeLessThan(15);
});
