import type { TickUsage } from "~/deployment/usage/rules/usage";
import type { Ctx } from "~/platform/ctx";
import { onePerDeployment } from "~/platform/isolate";
import { takeObjectTime } from "~/platform/object-time";
import { dayOf } from "~/time/day";

/** Counted in this isolate and not yet on the row: the next stamp takes it along. What an isolate forgets is not counted. */
const countedIn = onePerDeployment((): { usage: TickUsage } => ({ usage: {} }));

/** A tick is over: its own rows, and those of the checkers that it called. */
export function noteSpent(ctx: Ctx, elsewhere: { read: number; written: number }): void {
  const counted = countedIn(ctx);
  const day = dayOf("Etc/UTC", ctx.now());
  const [read = 0, written = 0, ticks = 0] = counted.usage[day] ?? [];
  const { meter } = ctx;
  counted.usage = {
    ...counted.usage,
    [day]: [read + meter.read + elsewhere.read, written + meter.written + elsewhere.written, ticks + 1],
  };
}

/** What waits to be written, and how to say that it is: a stamp that fails loses nothing. */
export function takeSpent(ctx: Ctx): { spent: TickUsage; written: () => void } {
  const counted = countedIn(ctx);
  const objects = takeObjectTime(ctx);
  const written = () => {
    counted.usage = {};
    objects.written();
  };
  const day = dayOf("Etc/UTC", ctx.now());
  const [read = 0, rowsWritten = 0, ticks = 0] = counted.usage[day] ?? [];
  const today = [read, rowsWritten, ticks, 0, 0, objects.milliseconds];
  return { spent: { ...counted.usage, [day]: today }, written };
}
