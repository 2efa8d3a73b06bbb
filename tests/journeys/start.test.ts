import { statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startProgram, temporaryFolder } from "../support/child";
import { cookiesOf, sendForm } from "../support/plain-forms";
import { callsOf, isAlive, processes, runtimeOf } from "../support/processes";
import { nodeProgram, runStart, type ServerOptions, startServer, type TestServer } from "../support/server";
import { root } from "../support/sources";

const running: TestServer[] = [];

async function start(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  running.push(server);
  return server;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function untilGone(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isAlive(pid) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  return !isAlive(pid);
}

const status = async (url: string) => (await fetch(url, { redirect: "manual" })).status;

/** What the owner reads in rooms of the demo's management, by room; signed in once. */
async function roomsOf({ url, ownerLink }: TestServer): Promise<(room: string) => Promise<string>> {
  const entered = await sendForm(ownerLink, {});
  expect(entered.headers.get("location")).toBe("/manage/larkfield");
  const headers = { cookie: cookiesOf(entered) };
  return async (room) => {
    const html = await (await fetch(`${url}/manage/larkfield/${room}`, { headers })).text();
    return html.replaceAll(/<script.*|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");
  };
}

test("the first start shows the demo, checks its monitors, and prints a link; the second goes on with the same data", async () => {
  const first = await start({ state: temporaryFolder("state") });
  const page = await (await fetch(`${first.url}/`)).text();
  expect(page).toContain("Larkfield");
  expect(page).toContain("Refunds take longer than usual");
  expect(first.ownerLink).toMatch(/\/manage\/sign-in\/[\w-]{43}$/);
  expect(first.output()).toMatch(/Demo {5}a made-up company's page; its search fails in two minutes/);
  const room = await roomsOf(first);
  // Somebody who comes late in a minute reads "1 min ago", and after the next tick this again.
  await expect
    .poll(async () => (await room("monitors")).match(/just now next/g)?.length, { timeout: 70_000 })
    .toBeGreaterThanOrEqual(5);
  await expect
    .poll(() => room("heartbeats"))
    .toMatch(/Order export .{0,40}order-export .{0,60}every 5 minutes Last ping just now/);
  expect(await status(`${first.url}/readyz`)).toBe(200);
  expect(statSync(join(first.state, "secret")).mode & 0o777).toBe(0o600);
  expect(await first.stop()).toBe(0);

  const again = await start({ state: first.state, port: first.port, args: ["--empty"] });
  expect(again.url).toBe(first.url);
  expect(await (await fetch(`${again.url}/`)).text()).toContain("Refunds take longer than usual");
  expect(again.output()).toContain("Demo     /larkfield, from the first start; delete the page to end it");
});

test("--empty and UPFRONT_EMPTY start without a demo, say so, and stay without", async () => {
  const empty = await start({ args: ["--empty"] });
  expect(await status(`${empty.url}/larkfield`)).toBe(404);
  expect(empty.output()).toContain("Demo     none, as --empty or UPFRONT_EMPTY says");
  await empty.stop();
  const again = await start({ state: empty.state });
  expect(await status(`${again.url}/larkfield`)).toBe(404);
  expect(again.output()).toContain("Demo     none, as the first start on this folder was without");
  const unset = await start({ env: { UPFRONT_EMPTY: "1" } });
  expect(await status(`${unset.url}/larkfield`)).toBe(404);
});

test("a bootstrap token makes pages from the first start on, and says nothing of the demo", async () => {
  const UPFRONT_BOOTSTRAP_TOKEN = "a-token-of-at-least-thirty-two-characters";
  const server = await start({ env: { UPFRONT_BOOTSTRAP_TOKEN } });
  expect(await status(`${server.url}/larkfield`)).toBe(200);
  const made = await fetch(`${server.url}/api/v1/pages`, {
    method: "POST",
    headers: { authorization: `OAuth ${UPFRONT_BOOTSTRAP_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ page: { name: "Acme", subdomain: "acme" } }),
  });
  expect(made.status).toBe(201);
  expect(await status(`${server.url}/acme`)).toBe(200);
});

test("SIGTERM ends it within 2 s and leaves no process behind", async () => {
  const server = await start({ args: ["--empty"] });
  const children = [runtimeOf(server.pid), callsOf(server.pid)];
  expect(children.map(isAlive)).toEqual([true, true]);
  const before = Date.now();
  expect(await server.stop()).toBe(0);
  expect(Date.now() - before).toBeLessThan(2000);
  for (const child of children) expect(await untilGone(child, 500)).toBe(true);
});

test("kill -9 leaves no runtime behind, and the next start goes on at once", async () => {
  const server = await start();
  const children = [runtimeOf(server.pid), callsOf(server.pid)];
  await server.kill9();
  for (const child of children) expect(await untilGone(child, 1000)).toBe(true);
  const again = await start({ state: server.state, port: server.port });
  expect(await status(`${again.url}/larkfield`)).toBe(200);
});

test("a runtime that dies is started again by the same start, with lines that say so, and answers", async () => {
  const server = await start({ args: ["--empty"] });
  const runtime = runtimeOf(server.pid);
  process.kill(runtime, "SIGKILL");
  await expect.poll(() => server.output()).toContain("The runtime was started again.");
  expect(server.output()).toContain("The runtime ended by itself; it is started again in 0.5 s.");
  expect(runtimeOf(server.pid)).not.toBe(runtime);
  expect(await status(`${server.url}/manage/sign-in`)).toBe(200);
  expect(isAlive(server.pid)).toBe(true);
});

test("it ends when the npm that started it is gone", async () => {
  const state = temporaryFolder("state");
  const script = `UPFRONT_ENDS_WITH_PARENT=1 "${nodeProgram}" scripts/start.mjs --built --empty --port 0 --state "${state}" & wait`;
  const shell = startProgram("/bin/sh", ["-c", script], { cwd: root });
  await shell.until(/Ctrl-C ends it\./);
  const line = processes()
    .split("\n")
    .find((each) => each.includes(state) && !each.includes("/bin/sh"));
  const pid = Number(line?.trim().split(/\s+/)[0]);
  const runtime = runtimeOf(pid);
  expect(isAlive(runtime)).toBe(true);
  process.kill(shell.pid, "SIGKILL");
  expect(await untilGone(pid, 3000)).toBe(true);
  expect(await untilGone(runtime, 500)).toBe(true);
});

/** Exit code and output of a start that is to refuse; one line, no trace. */
async function refusal(args: string[], env: Record<string, string> = {}) {
  const refused = runStart(args, env);
  const code = await refused.ended;
  return { code, lines: refused.output().trim().split("\n") };
}

test("what is wrong is said in one line", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const port = String((taken.address() as AddressInfo).port);
  const state = temporaryFolder("state");
  const said = async (...given: Parameters<typeof refusal>) => {
    const { code, lines } = await refusal(...given);
    expect([code, lines.length], lines.join("\n")).toEqual([1, 1]);
    return lines[0];
  };
  expect(await said(["--state", state, "--port", port])).toMatch(`Port ${port} is taken`);
  expect(await said(["--state", state, "--port", "99999"])).toMatch("99999 is not a port");
  expect(await said(["--no-such-flag"])).toMatch("--no-such-flag");
  expect(await said(["--state", state], { UPFRONT_BOOTSTRAP_TOKEN: "short" })).toMatch("at least 32 characters");
  expect(await said(["--state", state], { UPFRONT_URL: "status.example.com" })).toMatch("UPFRONT_URL must be");
  expect(await said(["--state", state], { UPFRONT_EMPTY: "yes" })).toMatch("UPFRONT_EMPTY must be 1");
  taken.close();
  const server = await start({ args: ["--empty"] });
  expect(await said(["--state", server.state, "--port", "0"])).toMatch("Another Upfront runs on");
});

test("npm run token prints a new link, while it runs and while it does not", async () => {
  const server = await start({ args: ["--empty"] });
  const token = async (...flags: string[]) => {
    const args = [join(root, "scripts/token.mjs"), "--state", server.state, ...flags];
    const script = startProgram(nodeProgram, args, { cwd: root });
    expect(await script.ended, script.output()).toBe(0);
    return script.output().split("\n")[0] ?? "";
  };
  const link = await token();
  expect(link).toMatch(new RegExp(`^${server.url}/manage/sign-in/[\\w-]{43}$`));
  expect(await status(link)).toBe(200);
  await server.stop();
  expect(await token("--port", "9123")).toMatch("http://localhost:9123/manage/sign-in/");
  const offline = await token();
  expect(offline).toMatch(`${server.url}/manage/sign-in/`);
  const again = await start({ state: server.state, port: server.port });
  expect(await status(offline)).toBe(200);
  expect(again.url).toBe(server.url);
});

test("npm run token without --state finds what runs, and says that its folder is not the usual one", async () => {
  const server = await start({ args: ["--empty"] });
  const script = startProgram(nodeProgram, [join(root, "scripts/token.mjs")], { cwd: temporaryFolder("elsewhere") });
  await script.ended;
  // Other starts of this clone may run meanwhile: then each is listed with its command.
  const one = `this link is for what runs on ${server.state}.`;
  const listed = `npm run token -- --state ${server.state}\n`;
  expect([script.output().includes(one), script.output().includes(listed)], script.output()).toContain(true);
});
