import { afterAll, describe, expect, test } from "vitest";
import { silentAfterMinutes } from "~/monitors/rules/monitor-due";
import {
  type Answered,
  closeServers,
  deploymentWith,
  httpCheck,
  type SentReport,
  type SentResult,
  serve,
  startAgent,
} from "../support/agent-program";

afterAll(closeServers);

const minute = 60_000;
/** Minutes go by in milliseconds: whoever waits is woken at the time that it waited for, `when` this holds. */
const fastClock = (when: string) => `
  const [date, since, later] = [Date.now, performance.now.bind(performance), setTimeout];
  let ahead = 0;
  Date.now = () => date() + ahead;
  performance.now = () => since() + ahead;
  globalThis.setTimeout = (work, ms) => {
    const due = since() + ahead + ms;
    const wake = () => {
      if (!(${when})) return later(wake, 2);
      ahead += Math.max(0, due - since() - ahead);
      work();
    };
    return later(wake, 4);
  };`;
const whenIdle = fastClock("!process.getActiveResourcesInfo().some((each) => /TCP|Addr/.test(each))");
const always = fastClock("true");

/** Minutes between one report and the next. */
const gaps = (reports: SentReport[]) =>
  reports.slice(1).map((each, index) => (each.sent_at - (reports[index]?.sent_at ?? 0)) / minute);

describe("how often it reports", () => {
  test.each([1, 2, 5, 10])(
    "each minute for ten minutes, then every %i, and is never silent too long",
    async (every) => {
      let answers = 200;
      const target = await serve(() => [answers, ""]);
      const { url, reports } = await deploymentWith([httpCheck({ url: `${target}/` })], { every });
      const agent = startAgent(url, { before: whenIdle });
      const calmAt = 11 + 3;
      await expect.poll(() => reports.length, { timeout: 20_000 }).toBeGreaterThan(calmAt);
      const before = reports.length;
      answers = 500;
      await expect.poll(() => reports.length, { timeout: 20_000 }).toBeGreaterThan(before + 12);
      await agent.kill9();
      const all = gaps(reports);
      // The first round is not at the beginning of a minute.
      for (const gap of all.slice(1, 9)) expect(gap).toBeCloseTo(1, 0);
      for (const gap of all.slice(11, calmAt)) expect(gap).toBeCloseTo(every, 0);
      expect(Math.max(...all)).toBeLessThan(silentAfterMinutes({ interval: 1, every }) - every);
      const turned = reports.findIndex(({ results }) => results.some(({ verdict }) => verdict === "down"));
      const turnedAt = reports[turned]?.results.findIndex(({ verdict }) => verdict === "down");
      // At once: what turned is the newest of its report.
      expect(turnedAt).toBe((reports[turned]?.results.length ?? 0) - 1);
      for (const gap of all.slice(turned, turned + 8)) expect(gap).toBeCloseTo(1, 0);
    },
  );
});

test("targets that never answer delay no report; one that is deleted meanwhile is not called", async () => {
  let called = 0;
  const [hanging, fine, gone] = [
    await serve(() => null),
    await serve(() => [200, ""]),
    await serve(() => {
      called += 1;
      return [200, ""];
    }),
  ];
  const check = (id: string, url: string) => httpCheck({ url: `${url}/` }, { id, timeout_seconds: 6 });
  // Six at once for six seconds each: longer than the minute after which it asks again.
  const hung = Array.from({ length: 72 }, (_, index) => check(`hung ${index}`, hanging));
  const first = [check("fine", fine), ...hung];
  const atFirst = JSON.stringify({ every: 1, checks: [...first, check("gone", gone)] });
  const says = (count: number) => (count === 1 ? ([200, atFirst] as Answered) : undefined);
  const { url, reports } = await deploymentWith(first, { says });
  const agent = startAgent(url, { before: always });
  const isLate = ({ code }: SentResult) => code === "timeout";
  const late = () => reports.flatMap(({ results }) => results.filter(isLate)).length;
  await expect.poll(late, { timeout: 45_000 }).toBeGreaterThanOrEqual(hung.length);
  await agent.kill9();
  expect(called).toBe(0);
  const firstLate = reports.find(({ results }) => results.some(isLate))?.results.filter(isLate);
  expect(firstLate?.length).toBeLessThan(hung.length);
  expect(reports.find(({ results }) => results.length > 0)?.results[0]).toMatchObject({ monitor: "fine" });
}, 60_000);

describe("a clock that jumps while it runs", () => {
  const jumping = (ms: number) => `
    const real = Date.now;
    let jump = 0;
    Date.now = () => real() + jump;
    process.on("SIGUSR2", () => { jump = ${ms}; });`;
  test.each([
    ["a day ahead", 86_400_000],
    ["a day back", -86_400_000],
  ])("%s: what waits is dated rightly, and reported in time", async (_, ms) => {
    const target = await serve(() => [200, ""]);
    const date = () => ({ date: new Date().toUTCString() });
    const checks = [httpCheck({ url: `${target}/` })];
    const { url, reports } = await deploymentWith(checks, {
      says: () => [200, JSON.stringify({ every: 1, checks }), date()],
      answer: (count) => (count === 1 ? [503, "{}"] : [200, "{}", date()]),
    });
    const began = Date.now();
    const agent = startAgent(url, { before: jumping(ms) });
    await agent.until(/report\.failed/);
    process.kill(agent.pid, "SIGUSR2");
    await expect.poll(() => reports.length, { timeout: 15_000 }).toBeGreaterThan(1);
    await agent.kill9();
    const { sent_at: sentAt, results } = reports.at(-1) as SentReport;
    expect(results.length).toBeGreaterThan(0);
    const ages = results.map(({ at }) => sentAt - at);
    expect(Math.min(...ages)).toBeGreaterThan(-3000);
    expect(Math.max(...ages)).toBeLessThan(Date.now() - began + 3000);
    // What was found before the jump waited for the next try, two seconds at least; the header's date leaves out up to one.
    expect(Math.max(...ages)).toBeGreaterThan(1000);
  });
});
