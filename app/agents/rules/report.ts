import { z } from "zod";
import { toStorableText, truncateText } from "~/alerts/rules/signal-limits";
import { englishText, type Refusal } from "~/failures/refusal";
import { maxEvidenceBodyChars } from "~/monitors/rules/evidence";
import type { PlannedMonitor } from "~/monitors/rules/monitor";
import { receivedAnswerEvidence } from "~/monitors/rules/received-answer";
import type { ReportedCheckResult } from "~/monitors/rules/reported-results";
import { checkResultOfFinding, type RawCheckFinding } from "~/monitors/rules/sight";
import { withoutInvisibleChars } from "~/text/stranger-text";
import { hourMs, minuteMs } from "~/time/durations";

/**
 * Maximum number of results in a report, which is more than a full shard's in an hour. An agent with more results sends
 * several reports.
 */
export const maxResultsPerReport = 1500;

const instant = z.union([z.number().int().min(0).max(8.64e15), z.iso.datetime({ offset: true }).transform(Date.parse)]);

/** Returns the schema of a text about the sender, in a form that a column can store. */
const ofItself = (most: number) => z.string().max(most).transform(toStorableText).default("");

const result = z.object({
  monitor: z.string().min(1).max(80),
  /** Instant by the sender's clock; absent = just now. */
  at: instant.optional(),
  verdict: z.enum(["up", "degraded", "down", "unknown"]),
  milliseconds: z.number().min(0).max(600_000).nullable().default(null),
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/)
    .default("reported"),
  detail: z.string().max(2000).default(""),
  /** Data received on the connection instead of the expected text, with `down`. */
  received: z
    .string()
    .transform((text) => toStorableText(text.slice(0, maxEvidenceBodyChars)))
    .optional(),
  /** Maximum number of days until something expires. */
  within: z.number().int().min(1).max(3650).optional(),
});

/** Body that a checker sends; its fields are permanent, because external checkers may send them (docs/agent.md). */
export const agentReportInputSchema = z.object({
  /** The sender's clock when it sent the report; absent = its instants are by our clock. */
  sent_at: instant.optional(),
  /** Id of this run of the program: when two runs alternate, two agents use the same secret. */
  run: ofItself(64),
  program: ofItself(80),
  results: z.array(result).max(maxResultsPerReport).default([]),
});
export type AgentReport = z.output<typeof agentReportInputSchema>;

/** Returns the ms by which our clock is ahead of the sender's; null when it does not send its time. */
export const clockSkewMsOfReport = ({ sent_at: sentAt }: Pick<AgentReport, "sent_at">, now: number): number | null =>
  sentAt === undefined ? null : now - sentAt;

/** Difference, and change of it, that is worth a row, in ms: a report takes seconds to arrive. */
export const minNotableSkewMs = 30_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a sender says is one line
const breaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ue1ff]+/gu;
const maxLineChars = 200;

function detailOf(text: string): Refusal {
  const line = truncateText(withoutInvisibleChars(toStorableText(text)).replace(breaks, " ").trim(), maxLineChars);
  return line === "" ? "check.reported" : englishText(line);
}

/**
 * Returns the minute of a check by our clock, from the time between the check and the report by the sender's. Never in
 * the future.
 */
function minuteOf(at: number | undefined, skew: number | null, now: number): number {
  const ours = at === undefined ? now : at + (skew ?? 0);
  return Math.floor(Math.min(ours, now) / minuteMs);
}

type AgentReportEntry = AgentReport["results"][number];

const foundOf = ({ verdict, code, detail, milliseconds, within, received }: AgentReportEntry): RawCheckFinding => ({
  verdict,
  code,
  detail: detailOf(detail),
  milliseconds: milliseconds === null ? null : Math.round(milliseconds),
  ...(within === undefined ? {} : { within }),
  ...(received === undefined ? {} : { steps: [], answer: receivedAnswerEvidence(received) }),
});

/**
 * Returns the results by monitor, as for our own checks, slowness included; and the ids of monitors that it does not
 * check.
 */
export function reportResultsByMonitor(report: AgentReport, plan: readonly PlannedMonitor[], now: number) {
  const planned = new Map(plan.map((each) => [each.id, each]));
  const skew = clockSkewMsOfReport(report, now);
  const results = new Map<string, ReportedCheckResult[]>();
  const unknown = new Set<string>();
  for (const sent of report.results) {
    const monitor = planned.get(sent.monitor);
    if (!monitor) {
      unknown.add(sent.monitor);
      continue;
    }
    const sight = checkResultOfFinding(foundOf(sent), monitor);
    const known = results.get(monitor.id) ?? [];
    known.push({ minute: minuteOf(sent.at, skew, now), sight });
    results.set(monitor.id, known);
  }
  return { results, unknown: [...unknown] };
}

/** The stored part of an agent's reports about itself. */
export interface AgentSelfReport {
  program: string;
  run: string;
  otherRun: string;
  doubledAt: number | null;
  skewMs: number | null;
}

/** Time for which a replaced run is remembered, in ms. A run that reports again within it had never stopped. */
const replacedRunMemoryMs = hourMs;

/**
 * Returns the data to write after a report; null when nothing changed. A run that alternates with another shows that
 * two use the same secret; `since` = the instant of the last such write.
 */
export function changedAgentSelfReport(
  said: AgentSelfReport,
  report: AgentReport,
  now: number,
  since: number,
): AgentSelfReport | null {
  const { run, program } = report;
  const skew = clockSkewMsOfReport(report, now);
  const moved = skew !== null && Math.abs(skew - (said.skewMs ?? 0)) > minNotableSkewMs;
  const isOther = run !== "" && run !== said.run;
  const isBack = isOther && run === said.otherRun && now - since < replacedRunMemoryMs;
  if (!moved && !isOther && (program === "" || program === said.program)) return null;
  return {
    program: program || said.program,
    run: isOther ? run : said.run,
    otherRun: isOther ? said.run : said.otherRun,
    doubledAt: isBack ? now : said.doubledAt,
    skewMs: moved ? skew : said.skewMs,
  };
}

/**
 * Returns the settings of an agent's heartbeat: down two reports and three minutes after its last one, when its
 * monitors become no data.
 */
export const agentHeartbeatSettings = (every: number) => ({
  schedule: { kind: "simple" as const, periodSeconds: every * 60 },
  graceSeconds: every * 60 + 180,
});
