import { minuteMs } from "~/time/durations";
import { serverTimeMs, sleep } from "./clock";
import { type FetchedCheckPlan, fetchCheckPlan, isBackingOff, sendResults } from "./deployment";
import { agentUserAgent, errorName, logEvent } from "./log";
import { type AgentCheck, runAgentCheck } from "./look";
import { agentProgramOptions } from "./options";
import { addWaitingResult, type CheckResult, countWaitingResults, loadSpooledResults, spoolResults } from "./results";

let orders: FetchedCheckPlan = { every: 1, list: [], etag: "" };

const trying = (event: string, work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => {
      logEvent(event, { code: errorName(error), waiting: countWaitingResults() });
      return false;
    },
  );

const refresh = () =>
  trying("checks.failed", async () => {
    orders = (await fetchCheckPlan(orders)) ?? orders;
  });

/** Times by a monotonic clock. */
const reporting = { failures: 0, notBefore: 0, at: Number.NEGATIVE_INFINITY, restlessUntil: 0 };
const last = new Map<string, CheckResult["verdict"]>();

async function report(): Promise<void> {
  await sendResults();
  Object.assign(reporting, { failures: 0, notBefore: 0, at: performance.now() });
}

/**
 * Reports at once when a result changed and for ten minutes after, else at the deployment's interval; the wait grows
 * with each failure.
 */
async function reportWhenDue(): Promise<void> {
  const at = performance.now();
  const isCalm = at - reporting.at < orders.every * minuteMs - 5000 && at > reporting.restlessUntil;
  if (isCalm || at < reporting.notBefore || isBackingOff()) return;
  if (await trying("report.failed", report)) return;
  reporting.failures += 1;
  const pause = Math.min(2000 * 2 ** reporting.failures, 5 * minuteMs);
  reporting.notBefore = performance.now() + pause * (0.5 + Math.random() / 2);
}

function note(found: CheckResult): void {
  if (last.get(found.monitor) !== found.verdict) reporting.restlessUntil = performance.now() + 10 * minuteMs;
  last.set(found.monitor, found.verdict);
  addWaitingResult(found);
}

/**
 * Checks six at once. A monitor that was changed or deleted while it waited is checked with its new settings, or not at
 * all.
 */
async function lookAtAll(due: readonly AgentCheck[]): Promise<void> {
  const ids = due.map(({ id }) => id).values();
  const hand = async () => {
    for (const id of ids) {
      const check = orders.list.find((each) => each.id === id);
      if (!check) continue;
      const at = serverTimeMs();
      note({ monitor: id, at, ...(await runAgentCheck(check)) });
    }
  };
  await Promise.all(Array.from({ length: 6 }, hand));
}

/** The minute of the last round, and that round. */
let looked = Number.NaN;
let round: Promise<boolean | undefined> = Promise.resolve(true);
const turnOf = ({ interval, phase }: AgentCheck, at: number) => Math.floor((at - phase) / interval);
const isDue = (check: AgentCheck, at: number) => !last.has(check.id) || turnOf(check, at) !== turnOf(check, looked);

async function runRound(): Promise<boolean> {
  let asked = await refresh();
  const at = Math.floor(serverTimeMs() / minuteMs);
  round = lookAtAll(orders.list.filter((check) => isDue(check, at))).then(() => true);
  looked = at;
  // A hanging check must not delay reports or changes of settings.
  for (let isOver = false; !isOver; ) {
    isOver = (await Promise.race([round, sleep(minuteMs)])) === true;
    spoolResults();
    await reportWhenDue();
    if (!isOver) asked = await refresh();
  }
  return asked;
}

/** Running checks have two seconds to finish, and a last report has two; the remaining results wait on disk. */
async function end(): Promise<never> {
  orders = { ...orders, list: [] };
  await Promise.race([round, sleep(2000)]);
  spoolResults();
  await Promise.race([trying("report.failed", report), sleep(2000)]);
  process.exit(0);
}

loadSpooledResults();
logEvent("began", {
  program: agentUserAgent,
  address: agentProgramOptions.shownAddress,
  spool: agentProgramOptions.spool,
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
if (agentProgramOptions.once) process.exit((await runRound()) && countWaitingResults() === 0 ? 0 : 1);
for (;;) {
  if (Math.floor(serverTimeMs() / minuteMs) !== looked) await runRound();
  else if (reporting.failures > 0) await reportWhenDue();
  // The agent waits until two seconds into the next minute, so that no result falls between two minutes.
  const next = Math.max(200, (looked + 1) * minuteMs + 2000 - serverTimeMs());
  await sleep(Math.min(next, reporting.failures > 0 ? 1000 : minuteMs));
}
