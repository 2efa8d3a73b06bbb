import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handlePingRequest } from "~/heartbeats/api/ping";
import type { HeartbeatSchedule } from "~/heartbeats/rules/heartbeat";
import { type PingSnippet, pingSnippetsOf } from "~/heartbeats/snippets";
import { heartbeatRows } from "../support/heartbeats";
import { deploymentOfFile } from "../support/of-file";
import { aHeartbeat, aPage, arrange, type TestPage } from "../support/scenario";

const deployment = deploymentOfFile();
let page: TestPage;
let server: Server;
let folder: string;
/** Of the next requests: so many are answered as while the database is away. */
let away = 0;

const bodyOf = async (request: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

beforeAll(async () => {
  page = await arrange(deployment, aPage());
  folder = mkdtempSync(join(tmpdir(), "snippets-"));
  server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (away > 0) {
      away -= 1;
      response.writeHead(503, { "retry-after": "1" }).end();
      return;
    }
    const { method = "GET", url } = request;
    const sent = method === "POST" && body.length > 0 ? { body: new Uint8Array(body) } : {};
    const answer = await handlePingRequest(
      new Request(`http://localhost${url}`, { method, ...sent }),
      deployment.ctx(),
    );
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

const daily: HeartbeatSchedule = { kind: "simple", periodSeconds: 86_400 };

const templates = JSON.parse(readFileSync("public/snippets/heartbeat.json", "utf8"));

const pasteOf = (tool: PingSnippet["tool"], url: string, schedule: HeartbeatSchedule = daily) =>
  pingSnippetsOf(templates, url, { name: "Nightly backup", schedule, postOnly: true }).find(
    (each) => each.tool === tool,
  )?.paste ?? "";

interface Program {
  tool: PingSnippet["tool"];
  run: string;
  /** What stands before the file's name, and how that must end. */
  args?: string[];
  ending?: string;
  /** What stands for the work in the paste, and work that is well and that fails. */
  work: string;
  well: string;
  fails: string;
}

const programs: Program[] = [
  { tool: "shell", run: "sh", work: "your-command", well: "echo fine", fails: "sh -c 'echo broken; exit 3'" },
  { tool: "python", run: "python3", work: "pass  # your work", well: "print(1)", fails: "raise ValueError('broken')" },
  { tool: "node", run: process.execPath, work: "// your work", well: "", fails: "throw new Error('broken');" },
  {
    tool: "go",
    run: "go",
    args: ["run"],
    ending: "go",
    work: "return nil // your work",
    well: "return nil",
    fails: 'return fmt.Errorf("broken")',
  },
  { tool: "ruby", run: "ruby", work: "# your work", well: "1", fails: "raise 'broken'" },
  { tool: "php", run: "php", work: "// your work", well: "", fails: "throw new Exception('broken');" },
];
const isThere = ({ run }: Program) => spawnSync(run, ["--version"], { stdio: "ignore" }).status !== null;

type Run = Pick<Program, "run" | "args" | "ending">;

/** Its exit status. */
const started = ({ run, args = [], ending = "txt" }: Run, text: string) =>
  new Promise<number>((done) => {
    const path = join(folder, `job-${Math.random()}.${ending}`);
    writeFileSync(path, text);
    execFile(run, [...args, path], (error) => done(error ? Number(error.code) : 0));
  });

/** Without the seconds between one try and the next. */
const atOnce = (text: string) => text.replaceAll(/\b2(000)? ?\* ?(\$?attempt)/g, "0*$2").replaceAll("--retry 5", "");

/** Answers every call with what is no HTTP, and counts them. */
async function nobodyWeKnow() {
  let calls = 0;
  const peer = createTcp((socket) => {
    calls += 1;
    socket.on("error", () => {}).end("SSH-2.0-OpenSSH_9.2\r\n\r\n");
  });
  await new Promise<void>((done) => peer.listen(0, "127.0.0.1", done));
  const { port } = peer.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, close: () => peer.close() };
}

/** One that is not on this machine is shown as left out. */
const eachOf = (there: boolean) => programs.filter((each) => there === (isThere(each) || each.tool === "shell"));
for (const { tool, run } of eachOf(false)) test.skip(`${tool}: there is no ${run} here`);

describe.each(eachOf(true))("$tool", ({ tool, run, args, ending, ...jobs }) => {
  const program = { run, ...(args ? { args } : {}), ...(ending ? { ending } : {}) };
  const go = async (work: string) => {
    const made = await arrange(deployment, aHeartbeat(page));
    const { port } = server.address() as AddressInfo;
    const paste = pasteOf(tool, `http://127.0.0.1:${port}/ping/${made.uuid}`);
    expect(paste).toContain(jobs.work);
    const status = await started(
      program,
      paste.replace(jobs.work, () => work),
    );
    await deployment.settled();
    return { status, ...(await heartbeatRows(deployment.ctx(), made.id)) };
  };

  test("reports its start and its success, also where the first answer was 503", async () => {
    away = 1;
    const { status, row } = await go(jobs.well);
    expect([status, away, row.pings.map((each) => each.kind), row.state]).toEqual([0, 0, ["start", "success"], "up"]);
  });

  test("reports a failure with its text, and fails itself", async () => {
    const { status, row, bodies } = await go(jobs.fails);
    expect([row.pings.map((each) => each.kind), row.state]).toEqual([["start", "fail"], "down"]);
    expect(status).not.toBe(0);
    expect(bodies[0]?.body).toContain("broken");
    if (tool === "shell") expect([status, row.pings[1]?.exit]).toEqual([3, 3]);
  });

  test.each([
    ["is busy", true],
    ["answers what is no HTTP", false],
  ])("where its pings do not get through, as the other side %s, it works as ever", async (_, busy) => {
    const stranger = await nobodyWeKnow();
    const { port } = server.address() as AddressInfo;
    const url = busy ? `http://127.0.0.1:${port}` : stranger.url;
    away = Number.POSITIVE_INFINITY;
    const paste = atOnce(pasteOf(tool, `${url}/ping/x`));
    const ended = async (work: string) =>
      await started(
        program,
        paste.replace(jobs.work, () => work),
      );
    expect(await ended(jobs.well)).toBe(0);
    expect(await ended(jobs.fails)).toBeGreaterThan(0);
    away = 0;
    if (!busy) expect(stranger.calls()).toBeGreaterThanOrEqual(4);
    stranger.close();
  });
});

test("cron's and Docker's lines report the status of what ran before", async () => {
  for (const [tool, command] of [
    ["cron", /^\S+ \S+ \S+ \S+ \S+ your-command/m],
    ["docker", /^docker run .*$/m],
  ] as const) {
    const made = await arrange(deployment, aHeartbeat(page));
    const { port } = server.address() as AddressInfo;
    const paste = pasteOf(tool, `http://127.0.0.1:${port}/ping/${made.uuid}`);
    expect(paste).toMatch(command);
    await started({ run: "sh" }, paste.replace(command, "(exit 7)"));
    await deployment.settled();
    expect((await heartbeatRows(deployment.ctx(), made.id)).row.pings).toMatchObject([{ kind: "fail", exit: 7 }]);
  }
});

test("the container of a CronJob reports, and ends as its command did", async () => {
  const made = await arrange(deployment, aHeartbeat(page));
  const { port } = server.address() as AddressInfo;
  const paste = pasteOf("kubernetes", `http://127.0.0.1:${port}/ping/${made.uuid}`);
  const line = /^ +- (your-command;.*)$/m.exec(paste)?.[1] ?? "";
  expect(await started({ run: "sh" }, line.replace("your-command", "(exit 4)"))).toBe(4);
  await deployment.settled();
  expect((await heartbeatRows(deployment.ctx(), made.id)).row.pings).toMatchObject([{ kind: "fail", exit: 4 }]);
});

test("a unit of systemd says its timer's own schedule, and what it runs after the job stands in one line", () => {
  const schedule: HeartbeatSchedule = { kind: "calendar", expression: "Mon..Fri 10:00", timeZone: "Europe/Berlin" };
  const paste = pasteOf("systemd", "https://status.example.com/ping/x", schedule);
  expect(paste).toContain("OnCalendar=Mon..Fri 10:00 Europe/Berlin\n");
  expect(pasteOf("systemd", "https://x.example")).toContain("OnUnitActiveSec=86400s\n");
  expect(paste).toMatch(/^ExecStopPost=\/bin\/sh -c '[^']*\/\$\$EXIT_STATUS'$/m);
});

describe("a schedule of cron", () => {
  const of = (expression: string): HeartbeatSchedule => ({ kind: "cron", expression, timeZone: "Europe/Berlin" });
  const timer = (expression: string) =>
    /\[Timer\]\n(.*?)\nPersistent/s.exec(pasteOf("systemd", "https://x", of(expression)))?.[1];

  test("is a timer's own", () => {
    expect(timer("*/15 9-17 * * 1-5")).toBe("OnCalendar=Mon..Fri *-*-* 09..17:00/15 Europe/Berlin");
    expect(timer("0 0 1 * 0")).toBe("OnCalendar=*-*-01 00:00 Europe/Berlin\nOnCalendar=Sun *-*-* 00:00 Europe/Berlin");
    expect(timer("0 3 */2 * FRI#2")).toBe(
      "# No OnCalendar= says 0 3 */2 * FRI#2: write the times that the heartbeat expects.",
    );
  });

  test("is not said to cron where cron does not know it", () => {
    expect(pasteOf("cron", "https://x", of("0 3 L * *"))).toBe("");
    expect(pasteOf("kubernetes", "https://x", of("0 3 * * FRI#2"))).toBe("");
    expect(pasteOf("cron", "https://x", of("0 3 * JUL 5-7"))).toContain("\n0 3 * JUL 5-7 your-command");
    expect(pasteOf("kubernetes", "https://x", of("0 3 * JUL 5-7"))).toContain('schedule: "0 3 * JUL 5,6,0"');
  });
});

test("what runs by cron runs no less often than its heartbeat expects it", () => {
  const line = (periodSeconds: number) => pasteOf("cron", "https://x", { kind: "simple", periodSeconds });
  expect(line(90 * 60)).toMatch(/^0 \* \* \* \* /);
  expect(line(5 * 3600)).toMatch(/^0 \*\/5 \* \* \* /);
  expect(line(119)).toMatch(/^\* \* \* \* \* /);
  expect(line(3 * 86_400)).toMatch(/^30 3 \* \* \* /);
});

test("PowerShell knows how a cmdlet ended, which sets no exit status", () => {
  const paste = pasteOf("powershell", "https://x");
  expect(paste).toMatch(/^\$ErrorActionPreference = 'Stop'\n\$global:LASTEXITCODE = 0\ntry \{$/m);
  expect(paste).toMatch(/^\} catch \{ Write-Warning "\$_"; \$code = 1 \}$/m);
});

test("a job by a calendar of systemd has no line of cron", () => {
  const schedule: HeartbeatSchedule = { kind: "calendar", expression: "daily", timeZone: "UTC" };
  const tools = pingSnippetsOf(templates, "https://x.example", { name: "x", schedule, postOnly: false }).map(
    (each) => each.tool,
  );
  expect(tools).not.toContain("cron");
  expect(tools).not.toContain("kubernetes");
  expect(tools).toContain("windows");
});

test("Go reports a panic as a failure, and fails", async () => {
  const go = programs.find(({ tool }) => tool === "go");
  if (!go || !isThere(go)) return;
  const made = await arrange(deployment, aHeartbeat(page));
  const { port } = server.address() as AddressInfo;
  const paste = pasteOf("go", `http://127.0.0.1:${port}/ping/${made.uuid}`);
  expect(
    await started(
      go,
      paste.replace(go.work, () => 'panic("broken")'),
    ),
  ).toBe(1);
  await deployment.settled();
  const { row, bodies } = await heartbeatRows(deployment.ctx(), made.id);
  expect(row.pings.map((each) => each.kind)).toEqual(["start", "fail"]);
  expect(bodies[0]?.body).toMatch(/^panic: broken\ngoroutine/);
});

test("the Windows Task Scheduler runs a job as often as its heartbeat expects it", () => {
  const trigger = (schedule: HeartbeatSchedule) =>
    /^(?:#.*\n)?\$trigger = .*$/m.exec(pasteOf("windows", "https://x", schedule))?.[0];
  const every = (periodSeconds: number) => trigger({ kind: "simple", periodSeconds });
  const repeated = (minutes: number) =>
    `$trigger = New-ScheduledTaskTrigger -Once -At (Get-Date) -RepetitionInterval (New-TimeSpan -Minutes ${minutes})`;
  expect(every(86_400)).toBe("$trigger = New-ScheduledTaskTrigger -Daily -At '03:30'");
  expect(every(900)).toBe(repeated(15));
  expect(every(20)).toBe(repeated(1));
  expect(every(365 * 86_400)).toBe(repeated(44_640));
  expect(trigger({ kind: "cron", expression: "0 * * * *", timeZone: "UTC" })).toMatch(/^# Choose the times/);
});
