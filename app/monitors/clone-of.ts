import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MonitorView, readMonitor } from "./read";

const copied = [
  "kind",
  "kindTitle",
  "settings",
  "settingFields",
  "agentId",
  "interval",
  "timeoutSeconds",
  "retries",
  "inARow",
  "degradedAboveMs",
  "slowerThanUsual",
  "regions",
  "continents",
  "agree",
  "tags",
  "chartShown",
  "dependsOn",
  "components",
  "mode",
  "hold",
  "resolveAfter",
] as const satisfies (keyof MonitorView)[];

/** Values that prefill a form; secrets are masked, and `readMonitorClone` lets createMonitor fill them in. */
export type MonitorClone = { cloneOf: string; name: string } & Pick<MonitorView, (typeof copied)[number]>;

const nameOf = (name: string) => `${name.slice(0, 240)} (copy)`;

const copyOf = (monitor: MonitorView) =>
  Object.fromEntries(copied.map((field) => [field, monitor[field]])) as Pick<MonitorView, (typeof copied)[number]>;

/** Returns the values for a copy of a monitor. Failure: missing. */
export async function readMonitorClone(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<MonitorClone>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const read = await readMonitor(ctx, { pageId, id });
  if (!read.ok) return read;
  return ok({ ...copyOf(read.value), cloneOf: id, name: nameOf(read.value.name) });
}
