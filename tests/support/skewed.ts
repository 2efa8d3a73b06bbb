import type { Ctx } from "~/platform/ctx";
import type { TestDeployment } from "./database";
import type { Observed } from "./observed-database";

const hour = 3_600_000;
export const skews = [-24 * hour, -hour, hour, 24 * hour];

/** Returns a ctx of an isolate whose clock is wrong by so much from its call number `from` on. */
export function skewedCtx(deployment: TestDeployment, of: Observed, { by, from }: { by: number; from: number }): Ctx {
  const ctx = deployment.ctx({ kind: "machine", id: "skewed" }, { database: of.database });
  const now = () => deployment.clock.now + (of.calls.length >= from ? by : 0);
  return { ...ctx, now };
}
