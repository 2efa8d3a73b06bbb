import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type MonitorView, readMonitor } from "./read";

/** What a form is prefilled with; secrets are masked, and `cloneOf` lets createMonitor fill them in. */
export type MonitorClone = { cloneOf: string } & Pick<
  MonitorView,
  | "name"
  | "kind"
  | "kindTitle"
  | "settings"
  | "settingFields"
  | "agentId"
  | "interval"
  | "timeoutSeconds"
  | "retries"
  | "inARow"
  | "degradedAboveMs"
  | "regions"
  | "agree"
  | "tags"
  | "chartShown"
  | "dependsOn"
  | "components"
  | "mode"
  | "hold"
  | "resolveAfter"
>;

const nameOf = (name: string) => `${name.slice(0, 240)} (copy)`;

/** The values of a monitor that is to be made like another one. Failure: missing. */
export async function cloneOf(ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<MonitorClone>> {
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const read = await readMonitor(ctx, { pageId, id });
  if (!read.ok) return read;
  const { name, kind, kindTitle, settings, settingFields, components, mode, hold, resolveAfter, ...rest } = read.value;
  const {
    agentId,
    interval,
    timeoutSeconds,
    retries,
    inARow,
    degradedAboveMs,
    regions,
    agree,
    tags,
    chartShown,
    dependsOn,
  } = rest;
  return ok({
    cloneOf: id,
    name: nameOf(name),
    kind,
    kindTitle,
    settings,
    settingFields,
    agentId,
    interval,
    timeoutSeconds,
    retries,
    inARow,
    degradedAboveMs,
    regions,
    agree,
    tags,
    chartShown,
    dependsOn,
    components,
    mode,
    hold,
    resolveAfter,
  });
}
