import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { deletePage } from "~/pages/delete";
import { updatePage } from "~/pages/update";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { asOwner, everyFault, type Flow } from "../support/every-fault";
import { faultModes, faulty } from "../support/faults";
import { printFaults } from "../support/measured";
import { tracesOf, wholeDatabase } from "../support/page-traces";
import { aPage, arrange, type TestPage } from "../support/scenario";

let deployment: TestDeployment;
let cases = 0;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(async () => {
  printFaults("who sees a page, and its deletion", cases);
  await deployment.settled();
  await deployment.close();
});

/** Who may see the page, as the rows say it that visitors read: all parts of one mind, and the passphrase with them. */
async function doorsOf(page: TestPage): Promise<string[]> {
  const { d1 } = deployment.ctx();
  const sql = `SELECT s.visibility || ' ' || p.visibility || ' ' || p.passphrase_generation AS door FROM snapshot s
    JOIN page p ON p.id = s.page_id WHERE s.page_id = ?1`;
  const { results } = await d1.prepare(sql).bind(page.id).all<{ door: string }>();
  return results.map(({ door }) => door);
}

const doors = new Set<string>();

const flow: Flow = {
  name: "pages/update: for a passphrase",
  options: {},
  arrange: async () => undefined,
  async operate(ctx, page) {
    const given = { pageId: page.id, commitId: `${page.slug}-act`, visibility: "passphrase" };
    await good(updatePage(asOwner(ctx, page), given));
    for (const door of await doorsOf(page)) doors.add(door);
  },
};

test(flow.name, { timeout: 120_000 }, async () => {
  const outcome = await everyFault(deployment, flow);
  cases += outcome.cases;
  expect(outcome.differences).toEqual([]);
  expect(outcome.cases).toBeGreaterThan(5);
  expect([...doors]).toEqual(["passphrase:1 passphrase 1"]);
});

/** Deleted with one fault, sent again where it failed, then purged by ticks of which the first has a fault as well. */
async function deletedWith(at: number, call: number, mode: (typeof faultModes)[number]): Promise<boolean> {
  const page = await arrange(deployment, aPage({ slug: `gone-${mode}-${at}-${call}`, components: 1 }));
  const binding = faulty(deployment.bindings.DB, call, mode);
  const given = { pageId: page.id, commitId: `${page.slug}-act`, name: "Acme" };
  const ctx = () => asOwner(deployment.ctx(), page);
  const struck = asOwner(deployment.ctx(undefined, { database: binding.database }), page);
  const failed = await good(deletePage(struck, given)).then(
    () => false,
    () => true,
  );
  await binding.ended();
  if (failed) await good(deletePage(ctx(), given));
  await binding.retried();
  deployment.clock.now -= deployment.clock.now % 300_000;
  for (let minute = 0; minute < 5; minute++) {
    deployment.clock.now += 300_000;
    const killed = faulty(deployment.bindings.DB, minute === 0 ? call + 1 : 0, mode);
    const around = { database: killed.database };
    await handleCronTick(deployment.ctx(undefined, around), deployment.clock.now).catch(() => undefined);
    await deployment.settled();
    await killed.retried();
  }
  const left = tracesOf(await wholeDatabase(deployment), [page.id, page.sourceId, ...page.components]);
  expect([mode, call, left]).toEqual([mode, call, { audit_entry: 1 }]);
  return binding.struck();
}

test("pages/delete", { timeout: 120_000 }, async () => {
  for (const [at, mode] of faultModes.entries()) {
    let call = 1;
    while (await deletedWith(at, call, mode)) call += 1;
    cases += call - 1;
    expect(call).toBeGreaterThan(2);
  }
});
