import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliDesk, cliPage, openCliDesk } from "../support/cli-desk";
import { origin } from "../support/worker";

let desk: CliDesk;
beforeAll(async () => {
  desk = await openCliDesk();
});
afterAll(() => desk.close());

const credentials = () => join(desk.cli.home, ".config/upfront/credentials.json");

test("before a sign-in it says what to do, and a command line that is wrong says why", async () => {
  expect(await desk.cli.run(["incident", "list"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("upfront login"),
  });
  expect(
    await desk.cli.run(["incident", "list"], { env: { UPFRONT_URL: origin, UPFRONT_PAGE: cliPage } }),
  ).toMatchObject({
    code: 4,
    err: expect.stringContaining("aren’t signed in"),
  });
  expect(await desk.cli.run(["whoami"], { env: { UPFRONT_TOKEN: "x" } })).toMatchObject({ code: 2 });
  expect(await desk.cli.run(["whoami", "--url", "http://status.example.com"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("https"),
  });
  expect(await desk.cli.run(["incidnt"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Did you mean incident"),
  });
  expect(await desk.cli.run(["component", "set", "Web", "fine"])).toMatchObject({ code: 2 });
  expect(await desk.cli.run(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("incident") });
});

test("a sign-in that is denied stores nothing; one that is allowed stores a token for its owner alone", async () => {
  expect(await desk.logIn("deny")).toMatchObject({ code: 4, err: expect.stringContaining("denied") });
  expect(existsSync(credentials())).toBe(false);
  const done = await desk.logIn("allow");
  expect(done).toMatchObject({ code: 0, out: `Signed in to ${origin}.\n` });
  expect(done.err).toMatch(/[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/);
  expect(statSync(credentials()).mode & 0o777).toBe(0o600);
  expect(done.out + done.err).not.toContain("upfront_");
  expect(await desk.cli.run(["whoami"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/acme {2}Acme {2}owner/),
  });
});

test("signing in again revokes the token before; a file that others can read is not used", async () => {
  const tokenOf = () => JSON.parse(readFileSync(credentials(), "utf8")).deployments[origin].token as string;
  const earlier = tokenOf();
  expect((await desk.logIn("allow")).code).toBe(0);
  const answer = await desk.program.go("/api/v1/tokens", { headers: { authorization: `Bearer ${earlier}` } });
  expect([answer.status, tokenOf() === earlier]).toEqual([401, false]);
  chmodSync(credentials(), 0o644);
  expect(await desk.cli.run(["whoami"])).toMatchObject({ code: 4, err: expect.stringContaining("chmod 600") });
  chmodSync(credentials(), 0o600);
});

test("a token that is wrong, a deployment that is away, asks to wait, redirects or is another program", async () => {
  const with_ = (env: Record<string, string>) => ({ env: { UPFRONT_URL: origin, UPFRONT_PAGE: cliPage, ...env } });
  expect(await desk.cli.run(["incident", "list"], with_({ UPFRONT_TOKEN: "upfront_wrong" }))).toMatchObject({
    code: 4,
  });
  const list = ["incident", "list", "-p", cliPage];
  const answering = (answer: () => Response | Promise<Response>) => desk.runWhile("/api/v1", answer, list);
  const before = desk.deployment.clock.now;
  const limited = () =>
    Response.json({ message: "Too many requests" }, { status: 429, headers: { "retry-after": "7" } });
  expect(await answering(limited)).toMatchObject({ code: 5, err: expect.stringContaining("Wait a minute") });
  expect(desk.deployment.clock.now - before).toBe(21_000);
  const longer = () => new Response("", { status: 503, headers: { "retry-after": "600" } });
  expect(await answering(longer)).toMatchObject({ code: 5 });
  expect(desk.deployment.clock.now - before).toBe(21_000);
  const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));
  expect(await answering(lost)).toMatchObject({ code: 5, err: expect.stringContaining("ECONNREFUSED") });
  const moved = () => new Response("", { status: 301, headers: { location: "https://elsewhere.example" } });
  expect(await answering(moved)).toMatchObject({ code: 1, err: expect.stringContaining("redirects") });
  expect(await answering(() => new Response("<html>", { status: 400 }))).toMatchObject({ code: 1 });
  let tries = 0;
  const flaky = () => (tries++ === 0 ? new Response("", { status: 503 }) : Response.json([]));
  expect(await answering(flaky)).toMatchObject({ code: 0, out: "No incident is open.\n" });
});

test("texts of others cannot move the cursor", async () => {
  const incident = { id: "1", name: "\u001b[2JGone\u202e", status: "x", impact: "none", visibility: "published" };
  const answer = () => Response.json([{ ...incident, started_at: "2026-11-20T12:00:00.000Z" }]);
  const shown = await desk.runWhile("/unresolved", answer, ["incident", "list"]);
  expect(shown.out).toContain("[2JGone");
  for (const letter of ["\u001b", "\u202e"]) expect(shown.out).not.toContain(letter);
});

test("signing out revokes the token and forgets it", async () => {
  const { token } = JSON.parse(readFileSync(credentials(), "utf8")).deployments[origin] as { token: string };
  expect(await desk.cli.run(["logout"])).toMatchObject({ code: 0, out: expect.stringContaining("revoked") });
  expect(existsSync(credentials())).toBe(false);
  expect((await desk.program.go("/api/v1/tokens", { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  expect((await desk.cli.run(["logout"])).code).toBe(4);
});
