import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { closeServers, deploymentWith, httpCheck, newSpool, runOnce, serve } from "../support/agent-program";

afterAll(closeServers);

describe("the agent", () => {
  test.each(["{}", "null", "[null,1]", "no JSON", '[{"at":1}]'])("goes on where its file says %s", async (text) => {
    const { url, reports } = await deploymentWith([]);
    const spool = newSpool();
    writeFileSync(spool, text);
    expect(await runOnce(url, { spool })).toMatchObject({ code: 0 });
    expect(reports).toMatchObject([{ results: [] }]);
  });

  test("writes through no link, and for nobody else to read", async () => {
    const { url } = await deploymentWith([]);
    const spool = newSpool();
    const other = `${spool}.other`;
    writeFileSync(other, "mine");
    symlinkSync(other, `${spool}.new`);
    expect(await runOnce(url, { spool })).toMatchObject({ code: 0 });
    expect(readFileSync(other, "utf8")).toBe("mine");
    expect(lstatSync(spool).mode & 0o777).toBe(0o600);
  });

  test("tells no secret in the clear to another machine, unless it is told to", async () => {
    const refused = await runOnce("http://status.invalid/ingest/agents/x");
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("not https") });
    const tried = await runOnce("http://status.invalid/ingest/agents/x", { env: { UPFRONT_AGENT_INSECURE: "1" } });
    expect(tried.code).toBe(1);
  });

  test("writes no password of its address into its log", async () => {
    const { url } = await deploymentWith([]);
    const { code, output } = await runOnce(url.replace("http://", "http://proxy:open-sesame@"));
    expect([code, output.includes("open-sesame"), output.includes(`"address":"${url}`)]).toEqual([0, false, true]);
  });

  test("sends no body on to where an answer points", async () => {
    const heard: string[] = [];
    const other = await serve((_, body) => {
      heard.push(body);
      return [200, ""];
    });
    const target = await serve(() => [307, "", { location: `${other}/` }]);
    const { url, reports } = await deploymentWith([
      httpCheck({ url: `${target}/`, method: "POST", body: "our-password" }),
    ]);
    await runOnce(url);
    expect(heard).toEqual([]);
    expect(reports[0]?.results).toMatchObject([{ verdict: "down", code: "status" }]);
  });

  test("reads more than 256 KB of what it is to check", async () => {
    const target = await serve(() => [200, "fine", { "x-long": "a".repeat(8000) }]);
    const settings = { url: `${target}/`, header: `X-Long: ${"*a".repeat(240)}*b` };
    const many = Array.from({ length: 40 }, (_, index) =>
      httpCheck(settings, { id: `m${index}`, name: "x".repeat(8000) }),
    );
    const { url, reports } = await deploymentWith(many);
    expect(await runOnce(url)).toMatchObject({ code: 0 });
    expect(reports.flatMap(({ results }) => results.map(({ code }) => code))).toEqual(Array(40).fill("header"));
  });
});
