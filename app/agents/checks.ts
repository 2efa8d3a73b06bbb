import { adapterSettingFields } from "~/change/adapter-settings/settings";
import { ok, type Result } from "~/failures/failure";
import type { AgentPrecedingRequest } from "~/monitors/contract/http/preceding-requests";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { openMonitorSettings } from "~/monitors/monitor-view";
import type { Ctx } from "~/platform/ctx";
import { type AgentCall, authenticateAgent } from "./agent-caller";

export interface AgentCheckPlan {
  /** Longest time between its reports, in minutes. */
  every: number;
  checks: {
    id: string;
    kind: string;
    name: string;
    /** Interval in minutes: it runs in the minutes whose remainder by `interval` is `phase`. */
    interval: number;
    phase: number;
    timeout_seconds: number;
    retries: number;
    /** Settings with their secrets, for this agent only; null when they cannot be read. */
    settings: Record<string, unknown> | null;
    /** The HTTP requests that follow from the settings, in order; the last one is judged. */
    requests?: AgentPrecedingRequest[];
  }[];
}

/**
 * Returns the settings without those at their defaults, so that an older agent still works as long as newer settings
 * are unused.
 */
function spoken(kind: string, settings: Record<string, unknown> | null) {
  const adapter = monitorKindOf(kind);
  if (settings === null || !adapter) return settings;
  const presets = new Map(adapterSettingFields(adapter).map(({ name, preset }) => [name, preset]));
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => String(value) !== presets.get(name)));
}

/** Returns the requests; none when the settings no longer fit their kind, and the state is then unknown. */
function requestsOf(kind: string, settings: Record<string, unknown> | null) {
  const adapter = monitorKindOf(kind);
  const parsed = adapter?.settings.safeParse(settings);
  return adapter?.requests && parsed?.success ? { requests: adapter.requests(parsed.data) } : {};
}

/**
 * Returns true for kinds that an agent runs; reported results come from an external checker, which needs no list of
 * checks.
 */
const isRun = (kind: string) => monitorKindOf(kind)?.from !== "reported";

/**
 * Returns the checks that an agent runs now: its monitors that are not paused, with their settings. Failures: those of
 * `authenticateAgent`.
 */
export async function readAgentCheckPlan(ctx: Ctx, call: AgentCall): Promise<Result<AgentCheckPlan>> {
  const caller = await authenticateAgent(ctx, call);
  if (!caller.ok) return caller;
  const { row, shards } = caller.value;
  const running = shards.flatMap(({ plan }) => plan).filter(({ paused, kind }) => !paused && isRun(kind));
  const checks = running.map(async ({ id, kind, name, interval, phase, timeoutSeconds, retries, settingsSealed }) => {
    const settings = await openMonitorSettings(ctx, { settingsSealed });
    const check = { id, kind, name, interval, phase, timeout_seconds: timeoutSeconds, retries };
    return { ...check, settings: spoken(kind, settings), ...requestsOf(kind, settings) };
  });
  return ok({ every: row.every, checks: await Promise.all(checks) });
}
