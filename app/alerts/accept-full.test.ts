import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { group, post } from "../../tests/support/ingest";
import { aPage, arrange } from "../../tests/support/scenario";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => deployment.close());

test("an invocation that has no room left to settle is full, which is no error: the delivery is in and the tick settles", async () => {
  const page = await arrange(deployment, aPage());
  const [error, info] = [vi.spyOn(console, "error"), vi.spyOn(console, "info").mockImplementation(() => undefined)];
  const ctx = deployment.ctx();
  ctx.meter.statements = 20;
  const taken = await post(ctx, page, group([{ key: "one", startsAt: deployment.clock.now }]));
  expect(taken.ok).toBe(true);
  await deployment.settled();
  expect(error.mock.calls).toEqual([]);
  const lines = info.mock.calls.map(([line]) => JSON.parse(String(line)));
  const told = { level: "info", event: "settle.failed", reason: expect.stringContaining("over budget") };
  expect(lines).toEqual([expect.objectContaining(told)]);
});
