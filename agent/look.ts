import type { z } from "zod";
import { refusalText } from "~/i18n/refusal-text";
import type { AnyMonitorKind, CheckFinding } from "~/monitors/contract/contract";
import type { ExpectedDnsRecords } from "~/monitors/contract/dns/judge-records";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { maxEvidenceBodyChars } from "~/monitors/rules/evidence";
import { makeAddressGuard } from "./avoided-addresses";
import { serverTimeMs } from "./clock";
import { errorName } from "./log";
import { checkByPing } from "./ping";
import { checkBySystemDns } from "./system-dns";
import { makeAgentOutbound } from "./way-out";

/** A monitor as the deployment returns it. */
export interface AgentCheck {
  id: string;
  kind: string;
  interval: number;
  phase: number;
  timeout_seconds?: number;
  retries?: number;
  /** Settings that differ from their defaults; null when they have to be entered again. */
  settings: Record<string, unknown> | null;
}

/** Result of one check, as it is reported. */
export interface AgentCheckOutcome {
  verdict: "up" | "degraded" | "down" | "unknown";
  code: string;
  detail: string;
  milliseconds?: number | null;
  within?: number;
  received?: string;
}

const unknown = (code: string, detail: string): AgentCheckOutcome => ({ verdict: "unknown", code, detail });

const metadata = "Clouds tell secrets there; --metadata lets the agent call it.";

function reported({ verdict, code, detail, milliseconds, within, answer }: CheckFinding): AgentCheckOutcome {
  const said = refusalText(detail, "en");
  // A blocked call is no outage.
  if (verdict === "blocked") return unknown(code, said);
  const came = answer !== undefined && answer.status === undefined ? answer.body.slice(0, maxEvidenceBodyChars) : "";
  const more = { ...(within === undefined ? {} : { within }), ...(came === "" ? {} : { received: came }) };
  return { verdict, code, detail: said, milliseconds, ...more };
}

/** Returns a clock with the server's time, which decides when certificates expire. It never jumps within a check. */
function steadyClock(): () => number {
  const [at, began] = [serverTimeMs(), performance.now()];
  return () => at + performance.now() - began;
}

/** Checks with the same code as a deployment. */
async function lookAsDeployment(kind: AnyMonitorKind, settings: unknown, timeout: number): Promise<AgentCheckOutcome> {
  const [avoidance, clock] = [makeAddressGuard(), steadyClock()];
  const found = await kind.check({ settings, outbound: makeAgentOutbound(avoidance, clock), timeout, now: clock });
  return avoidance.hasMet() ? unknown("private_address", metadata) : reported(found);
}

async function timed(work: Promise<AgentCheckOutcome>): Promise<AgentCheckOutcome> {
  const began = performance.now();
  const found = await work;
  const isTimed = found.verdict !== "unknown" && found.code !== "timeout";
  return { milliseconds: isTimed ? Math.round(performance.now() - began) : null, ...found };
}

function lookBy(kind: AnyMonitorKind, settings: unknown, timeout: number): Promise<AgentCheckOutcome> {
  if (kind.kind === "ping") return timed(checkByPing((settings as { host: string }).host, timeout));
  if (kind.kind === "dns") return timed(checkBySystemDns(settings as ExpectedDnsRecords & { name: string }, timeout));
  return lookAsDeployment(kind, settings, timeout);
}

const isSaid = (value: unknown) => !["", "no", "none", null, undefined].includes(value as string);

/** Finds a setting of a newer deployment, which this agent would not check. */
function strangeIn(kind: AnyMonitorKind, settings: Record<string, unknown>): string | undefined {
  const { shape } = kind.settings as unknown as z.ZodObject;
  return Object.keys(settings).find((name) => isSaid(settings[name]) && !Object.hasOwn(shape, name));
}

const newer = "get a newer one.";

function once(check: AgentCheck, timeout: number): Promise<AgentCheckOutcome> | AgentCheckOutcome {
  const kind = monitorKindOf(check.kind);
  if (kind?.from !== "either" && kind?.from !== "agent")
    return unknown("unknown_kind", `This agent does not know the kind ${check.kind}: ${newer}`);
  if (check.settings === null) return unknown("sealed", "Its settings have to be entered again.");
  const strange = strangeIn(kind, check.settings);
  if (strange) return unknown("unknown_setting", `This agent does not know the setting ${strange}: ${newer}`);
  const parsed = kind.settings.safeParse(check.settings);
  if (!parsed.success) return unknown("settings", `This agent cannot read its settings: ${newer}`);
  return lookBy(kind, parsed.data, timeout);
}

/** Checks once, and again when it is down; a kind or setting unknown to this agent gets no verdict. Never throws. */
export async function runAgentCheck(check: AgentCheck, again = check.retries ?? 0): Promise<AgentCheckOutcome> {
  const { timeout_seconds: seconds = 0 } = check;
  const timeout = seconds > 0 && seconds <= 600 ? seconds * 1000 : 10_000;
  try {
    const found = await once(check, timeout);
    return found.verdict === "down" && again > 0 ? runAgentCheck(check, again - 1) : found;
  } catch (error) {
    return unknown("agent_broken", `The agent could not check it (${errorName(error)}).`);
  }
}
