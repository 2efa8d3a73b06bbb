import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noon, openDeployment, type TestDeployment } from "../../../tests/support/database";
import { faulty } from "../../../tests/support/faults";
import { heartbeatRows } from "../../../tests/support/heartbeats";
import {
  aHeartbeat,
  aPage,
  arrange,
  type HeartbeatValues,
  pingKeyOf,
  type TestHeartbeat,
  type TestPage,
} from "../../../tests/support/scenario";
import { handlePingRequest } from "./ping";

let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  await arrange(deployment, pingKeyOf(page.id, "the-Key"));
});
beforeEach(() => {
  deployment.clock.now = noon;
});
afterAll(async () => {
  await deployment.settled();
  await deployment.close();
});

const run = "0b7c9a52-6b1f-4a68-9a4e-3a1d0f0b6c11";
const nobody = "5f4dcc3b-5aa7-45d6-b8e1-000000000000";

const requestOf = (path: string, method = "GET", body?: BodyInit, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:8787/ping/${path}`, { method, headers, ...(body === undefined ? {} : { body }) });

async function send(...given: Parameters<typeof requestOf>) {
  const ctx = deployment.ctx();
  const response = await handlePingRequest(requestOf(...given), ctx);
  await deployment.settled();
  return { status: response.status, text: await response.text(), headers: response.headers, ctx };
}

const make = (values: HeartbeatValues = {}) => arrange(deployment, aHeartbeat(page, values));
const rowsOf = ({ id }: TestHeartbeat) => heartbeatRows(deployment.ctx(), id);

const states: Record<string, HeartbeatValues> = {
  new: {},
  up: { state: "up", lastResult: "success", lastPingAt: noon - 1000, pingCount: 1 },
  down: { state: "down", lastResult: "success", lastPingAt: noon - 999_000, pingCount: 1 },
  paused: { state: "paused", lastResult: "success", lastPingAt: noon - 1000, pingCount: 1 },
  "paused, resumed by hand": { state: "paused", manualResume: true, pingCount: 1 },
};

/** Rows of SHAPE.md for this test: the kind of each suffix, and the state to which it leads (null = unchanged). */
const suffixes: [suffix: string, kind: string, to: "up" | "down" | null, exit?: number][] = [
  ["", "success", "up"],
  ["/start", "start", null],
  ["/fail", "fail", "down"],
  ["/log", "log", null],
  ["/0", "success", "up", 0],
  ["/1", "fail", "down", 1],
  ["/255", "fail", "down", 255],
];

let slugs = 0;

describe.each(["GET", "HEAD", "POST"])("%s", (method) => {
  describe.each(Object.keys(states))("of one that is %s", (state) => {
    test.each(suffixes)("…%s is a %s", async (suffix, kind, to, exit) => {
      slugs += 1;
      const values = states[state] as HeartbeatValues;
      const slug = `job_${slugs}-x`;
      for (const by of ["uuid", "slug"]) {
        const made = await make({ ...values, slug: by === "slug" ? slug : "" });
        const path = by === "uuid" ? made.uuid : `the-Key/${slug}`;
        const answer = await send(`${path}${suffix}`, method);
        const { headers } = answer;
        expect([answer.status, answer.text]).toEqual([200, method === "HEAD" ? "" : "OK"]);
        const told = ["content-type", "ping-body-limit", "access-control-allow-origin", "cache-control"];
        const expected = ["text/plain; charset=utf-8", "10000", "*", "no-store"];
        expect(told.map((name) => headers.get(name))).toEqual(expected);
        const { row, alerts } = await rowsOf(made);
        const ignored = values.manualResume === true;
        expect(row.state).toBe(ignored || to === null ? (values.state ?? "new") : to);
        expect(row.pingCount).toBe((values.pingCount ?? 0) + 1);
        expect(row.pings.at(-1)).toMatchObject({ kind: ignored ? "ignored" : kind, method, n: row.pingCount });
        expect(row.pings.at(-1)?.exit).toBe(exit);
        expect(row.lastStartAt).toBe(!ignored && kind === "start" ? noon : null);
        expect(row.lastPingAt).toBe(!ignored && to !== null ? noon : (values.lastPingAt ?? null));
        expect(row.pendingFrom).toBeNull();
        const fires = row.state === "down" && values.state !== "down";
        expect(alerts.map((each) => each.state)).toEqual(fires ? ["firing"] : []);
      }
    });
  });

  test("only POST counts where it says so: others are answered, counted and ignored", async () => {
    const made = await make({ postOnly: true });
    expect(await send(`${made.uuid}/fail`, method)).toMatchObject({ status: 200 });
    const { row } = await rowsOf(made);
    const heard = method === "POST";
    expect([row.pingCount, row.pings[0]?.kind, row.state]).toEqual([
      1,
      heard ? "fail" : "ignored",
      heard ? "down" : "new",
    ]);
  });

  test("what is not right is said in its words, and nothing is kept", async () => {
    const made = await make({ slug: "same" });
    await make({ slug: "twice" });
    await make({ slug: "twice" });
    const rows: [path: string, status: number, text: string][] = [
      [`${made.uuid}/256`, 400, "invalid url format"],
      [`${made.uuid}/99999999999999999999`, 400, "invalid url format"],
      ["the-Key/Same", 400, "invalid url format"],
      ["the-Key/same/256", 400, "invalid url format"],
      [`${made.uuid}?rid=1`, 400, "invalid uuid format"],
      [`${made.uuid}/start?rid=`, 400, "invalid uuid format"],
      [`the-Key/same?rid=${run}0`, 400, "invalid uuid format"],
      [nobody, 404, "not found"],
      [`${nobody}/start`, 404, "not found"],
      ["the-Key/unknown", 404, "not found"],
      ["the-key/same", 404, "not found"],
      ["the-key/same?create=1", 404, "not found"],
      ["the-Key/unknown?create=0", 404, "not found"],
      ["the-Key/twice", 409, "ambiguous slug"],
      ["the-Key/twice/start?create=1", 409, "ambiguous slug"],
      [`${made.uuid}/`, 404, "not found"],
      [`${made.uuid}/start/`, 404, "not found"],
      [`${made.uuid}/stop`, 404, "not found"],
      [`${made.uuid}/-1`, 404, "not found"],
      [`${made.uuid}/1/2`, 404, "not found"],
      ["the-Key/same/", 404, "not found"],
      ["the-Key/same/stop", 404, "not found"],
      ["the-Key/same/start/", 404, "not found"],
      ["the-Key/sa%20me", 404, "not found"],
      ["the-Key", 404, "not found"],
      [made.id, 404, "not found"],
      ["", 404, "not found"],
      ["/", 404, "not found"],
    ];
    for (const [path, status, text] of rows) {
      const answer = await send(path, method);
      expect([path, answer.status, answer.text]).toEqual([path, status, method === "HEAD" ? "" : text]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await rowsOf(made)).row.pingCount).toBe(0);
  });
});

describe("runs", () => {
  const after = async (...paths: string[]) => {
    const made = await make(states.up);
    for (const path of paths) {
      deployment.clock.now += 1000;
      expect(await send(`${made.uuid}${path}`)).toMatchObject({ status: 200, text: "OK" });
    }
    const { row } = await rowsOf(made);
    return [row.lastDuration, row.lastStartAt === null ? "over" : "runs", row.state];
  };
  const [one, other] = [`?rid=${run}`, `?rid=${nobody}`];

  test.each([
    ["start, success", ["/start", ""], [1000, "over", "up"]],
    [
      "start, success with its id in capitals",
      [`/start${one}`, one.toUpperCase().replace("RID", "rid")],
      [1000, "over", "up"],
    ],
    ["start, another run's success", [`/start${one}`, other], [null, "runs", "up"]],
    ["start, success without an id", [`/start${one}`, ""], [null, "over", "up"]],
    ["start without an id, success with one", ["/start", one], [null, "runs", "up"]],
    ["start, failure of any id", [`/start${one}`, `/fail${other}`], [null, "over", "down"]],
    ["start, exit status", [`/start${one}`, `/3${one}`], [1000, "over", "down"]],
    ["row 17: start twice: the last wins", ["/start", "/start", ""], [1000, "over", "up"]],
    ["row 17: success without a start", [""], [null, "over", "up"]],
    ["a success after the end", ["/start", "", ""], [null, "over", "up"]],
    ["a log between", ["/start", "/log", ""], [2000, "over", "up"]],
  ])("%s", async (_, paths, expected) => {
    expect(await after(...paths)).toEqual(expected);
  });
});

test("create=1 makes it once, and is an ordinary ping from then on", async () => {
  const first = await send("the-Key/made-here/start?create=1", "POST", "hello");
  expect([first.status, first.text, first.headers.get("ping-body-limit")]).toEqual([201, "Created", "10000"]);
  const second = await send("the-Key/made-here?create=1");
  expect([second.status, second.text]).toEqual([200, "OK"]);
});

describe("bodies", () => {
  test("row 16: of a megabyte the first 10,000 bytes are kept, and no more than needed is read", async () => {
    const made = await make();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 4096;
        if (sent > 1_048_576) return controller.close();
        controller.enqueue(new TextEncoder().encode("ä".repeat(2048)));
      },
    });
    const request = new Request(`http://localhost:8787/ping/${made.uuid}/log`, {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    expect((await handlePingRequest(request, deployment.ctx())).status).toBe(200);
    const { bodies, row } = await rowsOf(made);
    expect(bodies).toEqual([{ heartbeatId: made.id, slot: 1, number: 1, body: "ä".repeat(5000), truncated: true }]);
    expect(row.pings[0]).toMatchObject({ kind: "log", body: true });
    expect(sent).toBeLessThan(30_000);
  });

  test.each([
    ["of exactly the limit", "x".repeat(10_000), "x".repeat(10_000), false],
    ["one byte more", "x".repeat(10_001), "x".repeat(10_000), true],
    ["with a letter that the limit cuts in two", `${"x".repeat(9999)}ä`, "x".repeat(9999), true],
    ["that is no UTF-8", Buffer.from("schön", "latin1"), "schön", false],
    ["that is no text", new Uint8Array([0x61, 0xff, 0x62, 0]), "a\ufffdb\ufffd", false],
    ["in UTF-16, as PowerShell writes files", Buffer.from("\ufeffschön", "utf16le"), "schön", false],
    ["with NUL", "a\0b", "a\ufffdb", false],
  ])("one %s", async (_, sent, kept, truncated) => {
    const made = await make();
    expect(await send(made.uuid, "POST", sent)).toMatchObject({ status: 200 });
    expect((await rowsOf(made)).bodies).toMatchObject([{ body: kept, truncated }]);
  });

  test.each([
    ["Sauvegarde : échec", "utf8", undefined, "fail"],
    ["Sauvegarde : e\u0301chec", "utf8", undefined, "fail"],
    ["Sauvegarde : échec", "latin1", undefined, "fail"],
    ["Sauvegarde : échec", "latin1", "text/plain; charset=ISO-8859-1", "fail"],
    ["\ufeffSauvegarde : échec", "utf16le", "application/x-www-form-urlencoded", "fail"],
    ["Sauvegarde : \u0082chec", "latin1", undefined, "ignored"],
    ["Sauvegarde : \u0082chec", "latin1", "text/plain; charset=cp850", "ignored"],
    ["Sauvegarde : bien", "utf8", undefined, "success"],
  ] as const)("“%s” in %s as %s is a %s by its words", async (text, encoding, type, kind) => {
    const made = await make({ failWords: ["échec"], successWords: ["Sauvegarde"] });
    await send(made.uuid, "POST", Buffer.from(text, encoding), type === undefined ? {} : { "content-type": type });
    expect((await rowsOf(made)).row.pings).toMatchObject([{ kind }]);
  });

  test("an empty one is none; address and 200 characters of the agent are kept", async () => {
    const made = await make();
    await send(made.uuid, "POST", "", { "cf-connecting-ip": "2001:db8::7", "user-agent": "u".repeat(300) });
    const { bodies, row } = await rowsOf(made);
    expect(bodies).toEqual([]);
    expect(row.pings[0]).toMatchObject({ from: "2001:db8::7", agent: "u".repeat(200) });
    expect(row.pings[0]?.body).toBeUndefined();
  });
});

test("OPTIONS is answered for browsers; other methods are not of this address", async () => {
  const made = await make();
  const options = await send(made.uuid, "OPTIONS");
  expect([options.status, options.headers.get("access-control-allow-methods")]).toEqual([204, "GET, HEAD, POST"]);
  const put = await send(made.uuid, "PUT", "x");
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  expect((await rowsOf(made)).row.pingCount).toBe(0);
});

test.each(["before", "stall"] as const)(
  "row 15: 503 while the database is away (%s), and nothing is in",
  async (mode) => {
    const made = await make();
    const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, mode);
    for (const path of [made.uuid, nobody, "the-Key/unknown"]) {
      const answer = await handlePingRequest(requestOf(path), deployment.ctx(undefined, { database, deadline: 50 }));
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
    }
    expect((await rowsOf(made)).row.pingCount).toBe(0);
  },
);

test("an address that nobody has costs the same statements as one that somebody has", async () => {
  const made = await make(states.up);
  const [known, unknown] = [await send(made.uuid, "POST", "x"), await send(nobody, "POST", "x")];
  expect(unknown.ctx.meter.statements).toBe(known.ctx.meter.statements);
  const [key, slug] = [await send("no-key/same", "POST", "x"), await send("the-Key/nothing", "POST", "x")];
  expect(key.ctx.meter.statements).toBe(slug.ctx.meter.statements);
});
