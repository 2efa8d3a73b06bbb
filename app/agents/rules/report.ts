import { z } from "zod";
import { cut, storable } from "~/alerts/rules/signal-limits";
import { inEnglish, type Refusal } from "~/failures/refusal";
import { bodyShown } from "~/monitors/rules/evidence";
import type { PlannedMonitor } from "~/monitors/rules/monitor";
import { receivedAnswer } from "~/monitors/rules/received";
import type { Reported } from "~/monitors/rules/reported";
import { type Found, sightOf } from "~/monitors/rules/sight";
import { withoutUnseen } from "~/text/stranger-text";

/** Results of one report: more than an hour of a full shard; an agent that has more sends several. */
export const resultsAtMost = 1500;

const instant = z.union([z.number().int().min(0).max(8.64e15), z.iso.datetime({ offset: true }).transform(Date.parse)]);

/** What it says of itself, as a column can hold it. */
const ofItself = (most: number) => z.string().max(most).transform(storable).default("");

const result = z.object({
  monitor: z.string().min(1).max(80),
  /** By the sender's clock; absent = just now. */
  at: instant.optional(),
  verdict: z.enum(["up", "degraded", "down", "unknown"]),
  milliseconds: z.number().min(0).max(600_000).nullable().default(null),
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/)
    .default("reported"),
  detail: z.string().max(2000).default(""),
  /** With `down`: what came on the connection instead of what was expected. */
  received: z
    .string()
    .transform((text) => storable(text.slice(0, bodyShown)))
    .optional(),
  /** Of what runs out: in so many days at the most. */
  within: z.number().int().min(1).max(3650).optional(),
});

/** What a checker sends; its fields stay as they are, as anybody's checker may send them (docs/agent.md). */
export const reportInput = z.object({
  /** The sender's clock when it sent it; absent = its instants are by ours. */
  sent_at: instant.optional(),
  /** Of this run of the program: where two take turns, two use the same secret. */
  run: ofItself(64),
  program: ofItself(80),
  results: z.array(result).max(resultsAtMost).default([]),
});
export type Report = z.output<typeof reportInput>;

/** ms that our clock is ahead of the sender's; null where it does not say what it is. */
export const skewOf = ({ sent_at: sentAt }: Pick<Report, "sent_at">, now: number): number | null =>
  sentAt === undefined ? null : now - sentAt;

/** What is worth telling, and worth a row when it changed: seconds go by while a report travels. */
export const skewTold = 30_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a sender says is one line
const breaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ue1ff]+/gu;
const longest = 200;

function detailOf(text: string): Refusal {
  const line = cut(withoutUnseen(storable(text)).replace(breaks, " ").trim(), longest);
  return line === "" ? "check.reported" : inEnglish(line);
}

/** When it ran by our clock: how long before it was sent, by the sender's. Never in the future. */
function minuteOf(at: number | undefined, skew: number | null, now: number): number {
  const ours = at === undefined ? now : at + (skew ?? 0);
  return Math.floor(Math.min(ours, now) / 60_000);
}

type Sent = Report["results"][number];

const foundOf = ({ verdict, code, detail, milliseconds, within, received }: Sent): Found => ({
  verdict,
  code,
  detail: detailOf(detail),
  milliseconds: milliseconds === null ? null : Math.round(milliseconds),
  ...(within === undefined ? {} : { within }),
  ...(received === undefined ? {} : { steps: [], answer: receivedAnswer(received) }),
});

/** The results by monitor, as those of our own checks; slowness is judged here as there. Of others it says the ids. */
export function resultsOf(report: Report, plan: readonly PlannedMonitor[], now: number) {
  const planned = new Map(plan.map((each) => [each.id, each]));
  const skew = skewOf(report, now);
  const results = new Map<string, Reported[]>();
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

/** What an agent said of itself, as far as it is kept. */
export interface AgentSaid {
  program: string;
  run: string;
  otherRun: string;
  doubledAt: number | null;
  skewMs: number | null;
}

/** How long a run that was replaced is remembered: one that comes back within that time never went. */
const runsRemembered = 3600_000;

/**
 * What of it is written after a report; null = it stands there. A run that takes turns with another shows that two use the
 * same secret: `since` = when the agent was last changed so.
 */
export function afterReport(said: AgentSaid, report: Report, now: number, since: number): AgentSaid | null {
  const { run, program } = report;
  const skew = skewOf(report, now);
  const moved = skew !== null && Math.abs(skew - (said.skewMs ?? 0)) > skewTold;
  const isOther = run !== "" && run !== said.run;
  const isBack = isOther && run === said.otherRun && now - since < runsRemembered;
  if (!moved && !isOther && (program === "" || program === said.program)) return null;
  return {
    program: program || said.program,
    run: isOther ? run : said.run,
    otherRun: isOther ? said.run : said.otherRun,
    doubledAt: isBack ? now : said.doubledAt,
    skewMs: moved ? skew : said.skewMs,
  };
}

/** The heartbeat of an agent: down two reports and three minutes after its last, when its monitors say no data. */
export const beatOf = (every: number) => ({
  schedule: { kind: "simple" as const, periodSeconds: every * 60 },
  graceSeconds: every * 60 + 180,
});
