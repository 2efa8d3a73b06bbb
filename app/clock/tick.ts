import { logBlockedNetworkAddresses } from "~/deployment/note-out-of-reach";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { continueConfigurations } from "./continue-configurations";
import { runTick } from "./engine/run";

/** Handles the cron trigger of every minute. Remaining work is logged; the next minute retries failures. */
export async function handleCronTick(ctx: Ctx, scheduledTime: number): Promise<void> {
  const machine = ctxAfterAnswer(ctx, { kind: "machine", id: "tick" });
  const { left, configures } = await runTick(machine, scheduledTime);
  if (configures) await continueConfigurations(machine);
  const { read, written, statements } = ctx.meter;
  await logBlockedNetworkAddresses(machine);
  if (left > 0) ctx.log.warn("tick.left", { left, scheduled: scheduledTime, read, written, statements });
}
