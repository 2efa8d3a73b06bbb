import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import {
  type Answered,
  closeServers,
  deploymentWith,
  httpCheck,
  newSpool,
  runOnce,
  serve,
  startAgent,
} from "../support/agent-program";

afterAll(closeServers);

describe("ended by SIGTERM", () => {
  const twoChecks = async () => {
    const [fine, hanging] = [await serve(() => [200, ""]), await serve(() => null)];
    const check = (id: string, url: string) => httpCheck({ url: `${url}/` }, { id, timeout_seconds: 60 });
    return [check("fine", fine), check("hanging", hanging)];
  };

  test("in a round, it reports what was found and ends well", async () => {
    const { url, reports } = await deploymentWith(await twoChecks());
    const spool = newSpool();
    const agent = startAgent(url, { spool });
    await agent.until(/"checks"/);
    process.kill(agent.pid, "SIGTERM");
    expect(await agent.ended, agent.output()).toBe(0);
    expect(reports.flatMap(({ results }) => results)).toMatchObject([{ monitor: "fine", verdict: "up" }]);
    expect(JSON.parse(readFileSync(spool, "utf8"))).toEqual([]);
  });

  test("where nobody takes it, what was found waits on disk", async () => {
    const { url } = await deploymentWith(await twoChecks(), { answer: () => null });
    const spool = newSpool();
    const agent = startAgent(url, { spool });
    await agent.until(/"checks"/);
    process.kill(agent.pid, "SIGTERM");
    expect(await agent.ended, agent.output()).toBe(0);
    expect(JSON.parse(readFileSync(spool, "utf8"))).toMatchObject([{ monitor: "fine", verdict: "up" }]);
  });
});

describe("told to wait by Retry-After", () => {
  test.each<[string, number, string]>([
    ["429, in seconds", 429, "4"],
    ["503, by a date", 503, new Date(Date.now() + 3_600_000).toUTCString()],
  ])("%s: it asks nothing until then", async (_, status, wait) => {
    const target = await serve(() => [200, ""]);
    const times: number[] = [];
    const answer = (count: number): Answered => {
      times.push(Date.now());
      return count === 1 ? [status, "{}", { "retry-after": wait }] : [200, "{}"];
    };
    const { url } = await deploymentWith([httpCheck({ url: `${target}/` })], { answer });
    const agent = startAgent(url);
    await expect.poll(() => times.length, { timeout: 3000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 3800));
    expect(times).toHaveLength(1);
    if (status === 429) await expect.poll(() => times.length, { timeout: 4000 }).toBe(2);
    await agent.kill9();
  });
});

test.each(["SECRET_FILE", "CA", "CERT"])(
  "what UPFRONT_AGENT_%s names and nobody can read is said in a sentence",
  async (name) => {
    const { code, output } = await runOnce("http://127.0.0.1:9", {
      env: { [`UPFRONT_AGENT_${name}`]: "/nowhere/at-all" },
    });
    expect(code).toBe(2);
    expect(output).toMatch(
      /^--\S+ \/nowhere\/at-all cannot be read \(ENOENT\)\. Name a file that this user may read\.\n$/,
    );
  },
);
