import { z } from "zod";
import { cut, storable } from "~/alerts/rules/signal-limits";
import { inEnglish, type Refusal } from "~/failures/refusal";
import { maxBodyChars } from "~/monitors/rules/evidence";
import type { PlannedMonitor } from "~/monitors/rules/monitor";
import { receivedAnswer } from "~/monitors/rules/received-answer";
import type { ReportedSight } from "~/monitors/rules/reported-results";
import { type SightFinding, sightOf } from "~/monitors/rules/sight";
import { withoutUnseen } from "~/text/stranger-text";
import { hourMs, minuteMs } from "~/time/durations";

/** Most results of one report: more than an hour of a full shard; an agent with more sends several reports. */
export const maxResults = 1500;

const instant = z.union([z.number().int().min(0).max(8.64e15), z.iso.datetime({ offset: true }).transform(Date.parse)]);

/** Returns the schema of a text about the sender, in a form that a column can store. */
const ofItself = (most: number) => z.string().max(most).transform(storable).default("");

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
    .transform((text) => storable(text.slice(0, maxBodyChars)))
    .optional(),
  /** Most days until something expires. */
  within: z.number().int().min(1).max(3650).optional(),
});

/** Body that a checker sends; its fields are permanent, because external checkers may send them (docs/agent.md). */
export const reportInput = z.object({
  /** The sender's clock when it sent the report; absent = its instants are by our clock. */
  sent_at: instant.optional(),
  /** Id of this run of the program: when two runs alternate, two agents use the same secret. */
  run: ofItself(64),
  program: ofItself(80),
  results: z.array(result).max(maxResults).default([]),
});
export type Report = z.output<typeof reportInput>;

/** Returns the ms by which our clock is ahead of the sender's; null when it does not send its time. */
export const skewOf = ({ sent_at: sentAt }: Pick<Report, "sent_at">, now: number): number | null =>
  sentAt === undefined ? null : now - sentAt;

/** Difference, and change of it, that is worth a row, in ms: a report takes seconds to arrive. */
export const reportedSkewMs = 30_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a sender says is one line
const breaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ue1ff]+/gu;
const maxLineChars = 200;

function detailOf(text: string): Refusal {
  const line = cut(withoutUnseen(storable(text)).replace(breaks, " ").trim(), maxLineChars);
  return line === "" ? "check.reported" : inEnglish(line);
}

/**
 * Returns the minute of a check by our clock, from the time between the check and the report by the sender's. Never in
 * the future.
 */
function minuteOf(at: number | undefined, skew: number | null, now: number): number {
  const ours = at === undefined ? now : at + (skew ?? 0);
  return Math.floor(Math.min(ours, now) / minuteMs);
}

type SentResult = Report["results"][number];

const foundOf = ({ verdict, code, detail, milliseconds, within, received }: SentResult): SightFinding => ({
  verdict,
  code,
  detail: detailOf(detail),
  milliseconds: milliseconds === null ? null : Math.round(milliseconds),
  ...(within === undefined ? {} : { within }),
  ...(received === undefined ? {} : { steps: [], answer: receivedAnswer(received) }),
});

/**
 * Returns the results by monitor, as for our own checks, slowness included; and the ids of monitors that it does not
 * check.
 */
export function resultsOf(report: Report, plan: readonly PlannedMonitor[], now: number) {
  const planned = new Map(plan.map((each) => [each.id, each]));
  const skew = skewOf(report, now);
  const results = new Map<string, ReportedSight[]>();
  const unknown = new Set<string>();
  for (const sent of report.results) {
    const monitor = planned.get(sent.monitor);
    if (!monitor) {
      unknown.add(sent.monitor);
      continue;
    }
    const sight = sightOf(foundOf(sent), monitor);
    const known = results.get(monitor.id) ?? [];
    known.push({ minute: minuteOf(sent.at, skew, now), sight });
    results.set(monitor.id, known);
  }
  return { results, unknown: [...unknown] };
}

/** The stored part of an agent's reports about itself. */
export interface AgentStatement {
  program: string;
  run: string;
  otherRun: string;
  doubledAt: number | null;
  skewMs: number | null;
}

/** Time for which a replaced run is remembered, in ms: one that returns within it never stopped. */
const replacedRunMemoryMs = hourMs;

/**
 * Returns the data to write after a report; null when nothing changed. A run that alternates with another shows that
 * two use the same secret; `since` = the instant of the last such write.
 */
export function afterReport(said: AgentStatement, report: Report, now: number, since: number): AgentStatement | null {
  const { run, program } = report;
  const skew = skewOf(report, now);
  const moved = skew !== null && Math.abs(skew - (said.skewMs ?? 0)) > reportedSkewMs;
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
export const beatOf = (every: number) => ({
  schedule: { kind: "simple" as const, periodSeconds: every * 60 },
  graceSeconds: every * 60 + 180,
});
