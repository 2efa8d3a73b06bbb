import { settingFields } from "~/change/adapter-settings/settings";
import { ok, type Result } from "~/failures/failure";
import type { OrderedRequest } from "~/monitors/contract/http/earlier";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { settingsOf } from "~/monitors/view";
import type { Ctx } from "~/platform/ctx";
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
    /** What it sends by HTTP, made of the settings, in order; the last one is judged. */
    requests?: OrderedRequest[];
  }[];
}

/** Without what stands at its default: an agent that is older than a setting goes on where nobody uses it. */
function spoken(kind: string, settings: Record<string, unknown> | null) {
  const adapter = monitorKindOf(kind);
  if (settings === null || !adapter) return settings;
  const presets = new Map(settingFields(adapter).map(({ name, preset }) => [name, preset]));
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => String(value) !== presets.get(name)));
}

/** Nothing, where the settings are no longer as their kind wants them: then nothing is known. */
function requestsOf(kind: string, settings: Record<string, unknown> | null) {
  const adapter = monitorKindOf(kind);
  const parsed = adapter?.settings.safeParse(settings);
  return adapter?.requests && parsed?.success ? { requests: adapter.requests(parsed.data) } : {};
}

/** Results of somebody's own come from a checker of theirs, which needs no telling. */
const isRun = (kind: string) => monitorKindOf(kind)?.from !== "reported";

/** What an agent is to run now: its monitors that are not paused, with their settings. Failures: those of `callerOf`. */
export async function checksOfAgent(ctx: Ctx, call: AgentCall): Promise<Result<AgentChecks>> {
  const caller = await callerOf(ctx, call);
  if (!caller.ok) return caller;
  const { row, shards } = caller.value;
  const running = shards.flatMap(({ plan }) => plan).filter(({ paused, kind }) => !paused && isRun(kind));
  const checks = running.map(async ({ id, kind, name, interval, phase, timeoutSeconds, retries, settingsSealed }) => {
    const settings = await settingsOf(ctx, { settingsSealed });
    const check = { id, kind, name, interval, phase, timeout_seconds: timeoutSeconds, retries };
    return { ...check, settings: spoken(kind, settings), ...requestsOf(kind, settings) };
  });
  return ok({ every: row.every, checks: await Promise.all(checks) });
}
