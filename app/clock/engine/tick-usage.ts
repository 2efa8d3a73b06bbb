import type { UsageByDay } from "~/deployment/usage/rules/usage";
import type { Ctx } from "~/platform/ctx";
import { oncePerDeployment } from "~/platform/isolate";
import { takeUnwrittenObjectTime } from "~/platform/object-time";
import { dayOf } from "~/time/day";

/**
 * Usage counted in this isolate and not yet on the row: the next stamp writes it. An isolate that ends loses its
 * counts.
 */
const countedIn = oncePerDeployment((): { usage: UsageByDay } => ({ usage: {} }));

/** Counts a finished tick: its own rows, and those of the checkers that it called. */
export function addTickUsage(ctx: Ctx, elsewhere: { read: number; written: number }): void {
  const counted = countedIn(ctx);
  const day = dayOf("Etc/UTC", ctx.now());
  const [read = 0, written = 0, ticks = 0] = counted.usage[day] ?? [];
  const { meter } = ctx;
  counted.usage = {
    ...counted.usage,
    [day]: [read + meter.read + elsewhere.read, written + meter.written + elsewhere.written, ticks + 1],
  };
}

/** Returns the unwritten usage, and a function that marks it as written: a stamp that fails loses nothing. */
export function takeTickUsage(ctx: Ctx): { spent: UsageByDay; written: () => void } {
  const counted = countedIn(ctx);
  const objects = takeUnwrittenObjectTime(ctx);
  const written = () => {
    counted.usage = {};
    objects.written();
  };
  const day = dayOf("Etc/UTC", ctx.now());
  const [read = 0, rowsWritten = 0, ticks = 0] = counted.usage[day] ?? [];
  const today = [read, rowsWritten, ticks, 0, 0, objects.milliseconds];
  return { spent: { ...counted.usage, [day]: today }, written };
}
