import { monitorKindOf } from "~/monitors/kinds";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { settingFields } from "../adapter-settings/settings";
import { settingsOf } from "../monitors/view";
import { type AgentCall, callerOf } from "./calling";

export interface AgentChecks {
  /** Minutes: it is to report at least this often. */
  every: number;
  checks: {
    id: string;
    kind: string;
    name: string;
    /** Minutes: it runs in those of which the rest by `interval` is `phase`. */
    interval: number;
    phase: number;
    timeout_seconds: number;
    retries: number;
    /** With their secrets: for this agent alone. Null where they cannot be read. */
    settings: Record<string, unknown> | null;
  }[];
}

/** Without what stands at its default: an agent that is older than a setting goes on where nobody uses it. */
function spoken(kind: string, settings: Record<string, unknown> | null) {
  const adapter = monitorKindOf(kind);
  if (settings === null || !adapter) return settings;
  const presets = new Map(settingFields(adapter).map(({ name, preset }) => [name, preset]));
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => String(value) !== presets.get(name)));
}

/** What somebody's own checker reports is nothing that an agent could run. */
const isRun = (kind: string) => monitorKindOf(kind)?.from !== "reported";

/** What an agent is to run now: its monitors that are not paused, with their settings. Failures: those of `callerOf`. */
export async function checksOfAgent(ctx: Ctx, call: AgentCall): Promise<Result<AgentChecks>> {
  const caller = await callerOf(ctx, call);
  if (!caller.ok) return caller;
  const { row, shards } = caller.value;
  const running = shards.flatMap(({ plan }) => plan).filter(({ paused, kind }) => !paused && isRun(kind));
  const checks = running.map(async ({ id, kind, name, interval, phase, timeoutSeconds, retries, settingsSealed }) => ({
    id,
    kind,
    name,
    interval,
    phase,
    timeout_seconds: timeoutSeconds,
    retries,
    settings: spoken(kind, await settingsOf(ctx, { settingsSealed })),
  }));
  return ok({ every: row.every, checks: await Promise.all(checks) });
}
