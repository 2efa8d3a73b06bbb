import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { noon, openDeployment, type TestDeployment } from "../../../tests/support/database";
import { faulty } from "../../../tests/support/faults";
import { heartbeatRows } from "../../../tests/support/heartbeats";
import { aHeartbeat, aPage, arrange, pingKeyOf, type TestPage } from "../../../tests/support/scenario";
import { type Browser, openBrowser } from "../../../tests/support/worker";
import { gatusPingKey } from "../rules/gatus-ping-key";

let deployment: TestDeployment;
let page: TestPage;
let machine: Browser;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE page SET host = 'status.example.com' WHERE id = ?1", params: [page.id] },
  ]);
  machine = await openBrowser(deployment);
});
beforeEach(() => {
  deployment.clock.now = noon;
});
afterAll(() => deployment.close());

const make = (key?: string) => arrange(deployment, aHeartbeat(page, key === undefined ? {} : { key }));

async function call(path: string, init: RequestInit = {}) {
  const response = await machine.go(path, init);
  return [response.status, await response.text(), response.headers.get("content-type")?.split(";")[0]];
}

/** Returns kind and body of the last ping of a heartbeat, and the heartbeat's state. */
async function lastPing({ id }: { id: string }) {
  const { row, bodies } = await heartbeatRows(deployment.ctx(), id);
  const last = row.pings.at(-1);
  return [last?.kind, bodies.find(({ number }) => number === last?.n)?.body ?? null, row.state];
}

const json = "application/json";
const text = "text/plain";
const away = () => ({ DB: faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database });

describe("Uptime Kuma", () => {
  const unknown = [404, '{"ok":false,"msg":"Monitor not found or not active."}', json];

  test.each(["http://localhost:8787", "http://status.example.com", "http://localhost:8787/acme"])(
    "a push to %s is a ping",
    async (base) => {
      const token = `kuma-${base.length}`;
      const made = await make(token);
      const push = `${base}/api/push/${token}`;
      expect(await call(`${push}?status=up&msg=OK&ping=35`)).toEqual([200, '{"ok":true}', json]);
      expect(await lastPing(made)).toEqual(["success", "OK\nping: 35 ms", "up"]);
      expect(await call(`${push}?status=down&msg=disk%20full&ping=`)).toEqual([200, '{"ok":true}', json]);
      expect(await lastPing(made)).toEqual(["fail", "disk full", "down"]);
      expect(await call(push, { method: "POST" })).toEqual([200, '{"ok":true}', json]);
      expect(await lastPing(made)).toEqual(["success", null, "up"]);
    },
  );

  test("a status that is no word of it is never up; an unknown token is nobody's", async () => {
    const made = await make("kuma-words");
    await call("/api/push/kuma-words?status=UP");
    expect(await lastPing(made)).toEqual(["fail", null, "down"]);
    expect(await call("/api/push/nobody?status=up")).toEqual(unknown);
    expect(await call("/api/push/KUMA-WORDS?status=up")).toEqual(unknown);
    expect(await call("/api/push/%ff?status=up")).toEqual(unknown);
    expect((await call("/api/push/kuma-words/more"))[0]).toBe(404);
  });

  test("what it says is kept as far as bodies are, and it may try again while the database is away", async () => {
    const made = await make("kuma-long");
    await call(`/api/push/kuma-long?msg=${"x".repeat(12_000)}`);
    const [, body] = await lastPing(made);
    expect(body).toHaveLength(10_000);
    const far = await openBrowser(deployment, { settings: away() });
    const response = await far.go("/api/push/kuma-long");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
  });
});

describe("Gatus", () => {
  const key = "core_ext-ep-test";
  const post = (query: string, token: string | null = "potato", at = key) =>
    call(`/api/v1/endpoints/${at}/external${query}`, {
      method: "POST",
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });

  test("a result of an external endpoint is a ping, by its key and its token", async () => {
    const made = await make(gatusPingKey(key, "potato"));
    const other = await make(gatusPingKey("core_other", "potato"));
    expect(await post("?success=true&duration=1m2.5s")).toEqual([200, "", text]);
    expect(await lastPing(made)).toEqual(["success", "duration: 1m2.5s", "up"]);
    expect(await post("?success=false&error=no%20answer")).toEqual([200, "", text]);
    expect(await lastPing(made)).toEqual(["fail", "no answer", "down"]);
    expect(await lastPing(other)).toEqual([undefined, null, "new"]);
    expect(await post("?success=true", "potato", "core_other")).toEqual([200, "", text]);
    expect(await lastPing(other)).toEqual(["success", null, "up"]);
  });

  test("what is wrong is said in its words, and a wrong token is as an unknown endpoint", async () => {
    expect(await post("")).toEqual([400, "missing or invalid success query parameter", text]);
    expect(await post("?success=yes")).toEqual([400, "missing or invalid success query parameter", text]);
    expect(await post("?success=true", null)).toEqual([401, "invalid Authorization header", text]);
    expect(await post("?success=true&duration=soon")).toEqual([400, "invalid duration", text]);
    expect(await post("?success=true", "Potato")).toEqual([404, "not found", text]);
    expect(await post("?success=true", "potato", "unknown_endpoint")).toEqual([404, "not found", text]);
    expect((await call(`/api/v1/endpoints/${key}/external?success=true`))[0]).toBe(405);
  });
});

test("a heartbeat of Better Stack is pinged at its path, with what ends it", async () => {
  const made = await make("8TkPzMnbetterstack");
  expect(await call("/api/v1/heartbeat/8TkPzMnbetterstack")).toEqual([200, "OK", text]);
  expect(await lastPing(made)).toEqual(["success", null, "up"]);
  await call("/api/v1/heartbeat/8TkPzMnbetterstack/fail", { method: "POST", body: "broken" });
  expect(await lastPing(made)).toEqual(["fail", "broken", "down"]);
  expect(await call("/api/v1/heartbeat/8TkPzMnbetterstack/0")).toEqual([200, "OK", text]);
  expect(await call("/api/v1/heartbeat/8TkPzMnbetterstack/3")).toEqual([200, "OK", text]);
  expect(await lastPing(made)).toEqual(["fail", null, "down"]);
  expect(await call("/api/v1/heartbeat/nobody")).toEqual([404, "not found", text]);
  expect(await call("/api/v1/heartbeat/8TkPzMnbetterstack/soon")).toEqual([404, "not found", text]);
});

describe("Healthchecks", () => {
  test("a ping is answered at the root and on the page's own host, as on hc-ping.com", async () => {
    const made = await make();
    for (const base of ["", "http://status.example.com", "http://status.example.com/ping", "/ping"]) {
      expect(await call(`${base}/${made.uuid}/fail`)).toEqual([200, "OK", text]);
      expect((await lastPing(made))[0]).toBe("fail");
      expect(await call(`${base}/${made.uuid.toUpperCase()}`, { headers: { accept: json } })).toEqual([
        200,
        "OK",
        text,
      ]);
      expect((await lastPing(made))[0]).toBe("success");
      expect(await call(`${base}/${made.uuid}/7`, { method: "POST", body: "seven" })).toEqual([200, "OK", text]);
      expect(await lastPing(made)).toEqual(["fail", "seven", "down"]);
    }
  });

  test("an unknown UUID is nobody's, and a page that is called like one keeps its address", async () => {
    const nobody = "5f4dcc3b-5aa7-45d6-b8e1-000000000000";
    expect(await call(`/${nobody}/start`)).toEqual([404, "not found", text]);
    expect(await call(`/${nobody}`, { method: "POST" })).toEqual([404, "not found", text]);
    expect((await call(`/${nobody}`))[0]).toBe(404);
    const named = await arrange(deployment, aPage({ slug: "5f4dcc3b-5aa7-45d6-b8e1-0123456789ab" }));
    await publishPage(deployment.ctx(), named.id);
    const [status, body] = await call(`/${named.slug}`);
    expect([status, String(body).includes("Acme")]).toEqual([200, true]);
    expect((await call(`/${named.slug}/history`))[0]).toBe(200);
  });

  test("a key that is no UUID is pinged like one; a slug that is called like a suffix comes first", async () => {
    await arrange(deployment, pingKeyOf(page.id, "page-key"));
    const [made, slugged] = [await make("page-key"), await arrange(deployment, aHeartbeat(page, { slug: "fail" }))];
    expect(await call("/ping/page-key")).toEqual([200, "OK", text]);
    expect((await lastPing(made))[0]).toBe("success");
    await call("/ping/page-key/fail");
    expect([(await lastPing(made))[0], (await lastPing(slugged))[0]]).toEqual(["success", "success"]);
    await call("/ping/page-key/1");
    expect((await lastPing(made))[0]).toBe("fail");
  });
});
