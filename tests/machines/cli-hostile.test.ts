import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { cliCommands } from "../../cli/definitions/commands";
import { type CliRun, openCli } from "../support/cli";

/** A deployment that answers everything with this, and the tool with a token for it. */
let answer: (url: string) => Response = () => new Response("");
const called: string[] = [];
const url = "https://status.example.com";
const cli = openCli({
  fetch: async (address) => {
    called.push(address);
    return answer(address);
  },
  env: { UPFRONT_URL: url, UPFRONT_TOKEN: "upfront_token", UPFRONT_PAGE: "acme", NO_COLOR: "1" },
  isTerminal: true,
});
afterAll(() => cli.close());

/** What clears a screen, sets a title, hides text, or turns its direction around. */
const hostile = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eX\u2066\u200b";
const forbidden = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;

const expectPlain = ({ out, err, code }: CliRun): void => {
  expect(out + err).not.toMatch(forbidden);
  expect(Number.isInteger(code) && code >= 0 && code <= 6).toBe(true);
};

/** Command lines that call a deployment, one for each command that does so without a file of its own. */
const lines = [
  ["login", url],
  ["logout"],
  ["whoami"],
  ["status"],
  ["incident", "list"],
  ["incident", "show", "x"],
  ["incident", "open", "Down", "-t", "x"],
  ["incident", "open", "Down", "-c", "API=major_outage"],
  ["incident", "update", "x", "-m", "y"],
  ["incident", "resolve", "x"],
  ["incident", "publish", "x"],
  ["maintenance", "plan", "x"],
  ["maintenance", "start"],
  ["maintenance", "end"],
  ["maintenance", "list"],
  ["component", "list"],
  ["component", "set", "x", "operational"],
  ["monitor", "list"],
  ["monitor", "check", "x"],
  ["monitor", "pause", "x"],
  ["ping", "x"],
  ["deliver", "x", "-"],
  ["plan", "-"],
  ["apply", "-", "--yes"],
  ["export"],
  ["tail", "--once"],
  ["open", "now", "--print"],
];
const input = "name: a\npages: { acme: { groups: { core: {} } } }\n";
const runAll = async (more: readonly string[] = []) => {
  for (const line of lines) expectPlain(await cli.run([...line, ...more], { input }));
};

const names =
  "id name title status state impact visibility started_at display_at shortlink body components incident_updates page url description text digest exit_code errors message line column changes job total done counts refusals key noun action messages at actor subject severity ping_url ingest_url verdict detail milliseconds subdomain role verification_uri verification_uri_complete user_code device_code interval expires_in access_token error scheduled_maintenances incidents starts_at ends_at kind last_check_at duplicate alerts fields code".split(
    " ",
  );

test("whatever a deployment answers, no text of it moves the cursor, and every command ends", async () => {
  const values = fc.letrec((tie) => ({
    leaf: fc.constantFrom<unknown>(hostile, "x", `x ${hostile}`, "applying", 0, -1, 2, 1e308, null, true),
    value: fc.oneof({ depthSize: "small" }, tie("leaf"), fc.array(tie("value"), { maxLength: 3 }), tie("object")),
    object: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 12 }),
  }));
  const statuses = fc.constantFrom(200, 200, 200, 201, 400, 403, 404, 409, 422, 500);
  await fc.assert(
    fc.asyncProperty(values.value, statuses, fc.boolean(), async (value, status, json) => {
      answer = () => new Response(JSON.stringify(value), { status });
      await runAll(json ? ["--json"] : []);
    }),
    { numRuns: 40 },
  );
});

/** An object with every member that an answer may have, each a text of others. */
const full = Object.fromEntries(names.map((name) => [name, hostile]));
const lists = { components: [full], incidents: [full], incident_updates: [full], scheduled_maintenances: [full] };
const nested = { ...lists, page: full, counts: full, refusals: [{ ...full, messages: full }], errors: [full] };

test.each([
  ["an object", { ...full, ...nested, job: { ...full, ...nested, state: "applied" } }],
  ["a list", [{ ...full, ...nested, id: "x", name: `x ${hostile}`, status: "scheduled" }]],
])("%s of nothing but such texts is shown without them, also as JSON", async (_, value) => {
  for (const status of [200, 400]) {
    answer = () => Response.json(value, { status });
    await runAll();
    await runAll(["--json"]);
  }
});

test("an answer that is no JSON is a sentence, as of a gate of a hotel or another program", async () => {
  for (const text of [`<html>${hostile}`, "", "{", `"${hostile}`]) {
    answer = () => new Response(text);
    for (const line of lines) {
      const run = await cli.run(line, { input });
      expectPlain(run);
      expect(run.err).not.toContain("SyntaxError");
    }
  }
});

test("an answer without an end is left, and a connection that breaks within one is said", async () => {
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(32)),
    });
  answer = () => new Response(endless());
  expect(await cli.run(["incident", "list"])).toMatchObject({ code: 1, err: expect.stringContaining("MB") });
  const broken = () =>
    new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("terminated")) });
  answer = () => new Response(broken());
  expect(await cli.run(["incident", "list"])).toMatchObject({ code: 5, err: expect.stringContaining("terminated") });
});

const codes = {
  device_code: "d",
  user_code: "BCDF-GHJK",
  verification_uri: `${url}/manage/account/device`,
  verification_uri_complete: `${url}/manage/account/device?user_code=BCDF-GHJK`,
  expires_in: 600,
  interval: 5,
};
const denied = (address: string, more: object) =>
  address.endsWith("/oauth/device")
    ? Response.json({ ...codes, ...more })
    : Response.json({ error: "access_denied" }, { status: 400 });

test.each([
  ["another site", "https://evil.example/manage/account/device"],
  ["a file", "file:///etc/passwd"],
  ["a script", "javascript:alert(1)"],
  ["an option", "--help"],
  ["a text", hostile],
])("a sign-in is never sent to %s", async (_, address) => {
  const before = cli.opened.length;
  for (const more of [{ verification_uri: address }, { verification_uri_complete: address }]) {
    answer = (at) => denied(at, more);
    const run = await cli.run(["login", url]);
    expectPlain(run);
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining("another address") });
  }
  expect(cli.opened).toHaveLength(before);
});

test.each([0, -5, 1e12, "soon", null])(
  "a sign-in that says %s for its times asks no more than every second",
  async (at) => {
    const waits: number[] = [];
    let now = 0;
    const patient = openCli({
      fetch: async (address) =>
        address.endsWith("/oauth/device")
          ? Response.json({ ...codes, interval: at, expires_in: at })
          : Response.json({ error: "authorization_pending" }, { status: 400 }),
      now: () => now,
      sleep: (milliseconds) => {
        waits.push(milliseconds);
        now += milliseconds;
        if (waits.length > 2000) throw new Error("It asks without end.");
      },
    });
    const run = await patient.run(["login", url]);
    patient.close();
    expect(run).toMatchObject({ code: 4, err: expect.stringContaining("expired") });
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1000);
  },
);

test.each(["ping", "deliver"])("%s stays with the deployment, whatever address it names", async (command) => {
  called.length = 0;
  const address = "http://169.254.169.254/latest/x";
  answer = () => Response.json([{ id: "x", name: "x" }]);
  const listed = answer;
  answer = (at) =>
    at.endsWith("/x") ? Response.json({ id: "x", ping_url: address, ingest_url: address }) : listed(at);
  await cli.run([command, "x", ...(command === "deliver" ? ["-"] : [])], { input: "{}" });
  for (const each of called) expect(new URL(each).origin).toBe(url);
});

test("each command that calls a deployment stands above", () => {
  const local = ["validate", "import", "mirror", "backup", "restore", "completion", "man"];
  const tried = new Set(lines.flatMap(([first = "", second = ""]) => [first, `${first} ${second}`]));
  const left = cliCommands.map(({ name }) => name).filter((name) => !tried.has(name) && !local.includes(name));
  expect(left).toEqual(["monitor resume"]);
});
