import { runBatch } from "~/db/commit";
import { tick } from "~/jobs/tick";
import type { Ctx } from "~/platform/ctx";
import { noon, type TestDeployment } from "./database";
import { type FaultMode, faultModes, faulty } from "./faults";
import { makePage, type PageOptions, type TestPage } from "./page";
import { recordOf } from "./recorder";

/** One operation under test: how its page begins, and what is done. It may be done again, as its sender would. */
export interface Flow {
  name: string;
  options: PageOptions;
  arrange(page: TestPage): Promise<void>;
  operate(ctx: Ctx, page: TestPage): Promise<unknown>;
}

export interface FaultOutcome {
  /** Binding calls of the operation without a fault. */
  calls: number;
  cases: number;
  differences: { mode: FaultMode; call: number; expected: unknown; found: unknown }[];
}

/** As a person who may do everything on the page. */
export const asOwner = (ctx: Ctx, page: TestPage): Ctx => ({
  ...ctx,
  actor: { kind: "person", id: "owner", operator: true, sessionId: "s" },
  member: { pageId: page.id, role: "owner" },
});

let pages = 0;

/** A stalled call is given up after so many ms. */
const deadline = 120;

/** Takes the page out of the clock's sight, so that cases do not share a tick. */
async function forget(deployment: TestDeployment, page: TestPage): Promise<void> {
  const tables = ["settle", "snapshot", "maintenance", "maintenance_series", "component", "monitor", "monitor_shard"];
  const statements = [
    ...tables.map((table) => `DELETE FROM ${table} WHERE page_id = ?1`),
    "DELETE FROM page WHERE id = ?1",
  ];
  await runBatch(
    deployment.ctx(),
    statements.map((sql) => ({ sql, params: [page.id] })),
  );
}

/** Does the operation with one fault, again without when it failed, then lets the clock mend what is left. */
async function once(deployment: TestDeployment, flow: Flow, call: number, mode: FaultMode) {
  deployment.clock.now = noon;
  pages += 1;
  const page = await makePage(deployment, { ...flow.options, slug: `fault-${pages}` });
  await flow.arrange(page);
  const binding = faulty(deployment.bindings.DB, call, mode);
  const ctx = deployment.ctx(undefined, { database: binding.database, deadline: mode === "stall" ? deadline : 5000 });
  const failed = await flow.operate(ctx, page).then(
    () => false,
    () => true,
  );
  await deployment.settled();
  const { calls, struck } = { calls: binding.calls(), struck: binding.struck() };
  if (failed) await flow.operate(deployment.ctx(), page);
  await deployment.settled();
  for (let minute = 0; minute < 3; minute++) {
    deployment.clock.now += 60_000;
    await tick(deployment.ctx(), deployment.clock.now);
  }
  const record = await recordOf(deployment.ctx(), page.id);
  await forget(deployment, page);
  return { record, calls, struck };
}

/**
 * The operation with its k-th binding call failing, for every k, before, after and never answering (quality §3): up to
 * its fault a run is the faultless one, so that has them all. Throws when one of them did not come to pass. The first
 * run only brings the stamps up to date.
 */
export async function everyFault(deployment: TestDeployment, flow: Flow): Promise<FaultOutcome> {
  await once(deployment, flow, 0, "before");
  const clean = await once(deployment, flow, 0, "before");
  const outcome: FaultOutcome = { calls: clean.calls, cases: 0, differences: [] };
  for (const mode of faultModes) {
    for (let call = 1; call <= clean.calls; call++) {
      const { record, struck } = await once(deployment, flow, call, mode);
      if (!struck) throw new Error(`${flow.name}: call ${call} of ${clean.calls} was never made to fail`);
      outcome.cases += 1;
      const same = JSON.stringify(record) === JSON.stringify(clean.record);
      if (!same) outcome.differences.push({ mode, call, expected: clean.record, found: record });
    }
  }
  return outcome;
}
