import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { databaseFileOf } from "../../server/folder-database";
import { startServer, type TestServer } from "../support/server";

const token = "a-bootstrap-token-of-more-than-32-characters";
let server: TestServer;
afterEach(() => server?.stop());

const start = (state?: string) =>
  startServer({
    args: ["--empty"],
    env: { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_INGEST_LIMIT: "0" },
    ...(state ? { state } : {}),
  });

/** What of the answers the story looks at. */
interface Answer {
  id: string;
  ingest_url: string;
}

async function api<T = Answer>(path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const alert = (key: string) => ({
  version: "4",
  status: "firing",
  groupKey: "g",
  alerts: [
    {
      status: "firing",
      labels: { alertname: key },
      annotations: {},
      startsAt: new Date().toISOString(),
      endsAt: "0001-01-01T00:00:00Z",
      fingerprint: key,
    },
  ],
});

test("killed right after each 2xx and started again: everything that was answered is there", async () => {
  server = await start();
  const { body: page } = await api("/pages", { page: { name: "Crash", subdomain: "crash" } });
  const { body: source } = await api(`/pages/${page.id}/sources`, { source: { kind: "alertmanager", name: "am" } });
  const keys: string[] = [];
  for (const key of ["one", "two", "three"]) {
    const address = new URL(source.ingest_url);
    const response = await fetch(`${server.url}${address.pathname}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(alert(key)),
    });
    expect(response.status).toBe(202);
    await server.kill9();
    keys.push(key);
    server = await start(server.state);
    const { body: alerts } = await api<{ key: string }[]>(`/pages/${page.id}/alerts?source=${source.id}`);
    expect(alerts.map((each) => each.key).sort()).toEqual([...keys].sort());
  }
  const { status, body: incident } = await api(`/pages/${page.id}/incidents`, {
    incident: { name: "Down", status: "investigating", impact_override: "major", body: "We look." },
  });
  expect(status).toBe(201);
  await server.kill9();
  server = await start(server.state);
  const { body: found } = await api<{ id: string }[]>(`/pages/${page.id}/incidents`);
  expect(found).toMatchObject([{ id: incident.id, name: "Down" }]);
  const shown = (await (await fetch(`${server.url}/crash/api/v2/summary.json`)).json()) as {
    incidents: { id: string }[];
  };
  expect(shown.incidents).toMatchObject([{ id: incident.id }]);
});

test("killed while it settles a page: the first tick of the next start settles it", async () => {
  server = await start();
  const { body: page } = await api("/pages", { page: { name: "Crash", subdomain: "crash" } });
  await server.kill9();
  const path = databaseFileOf(join(server.state, "d1"));
  const inFile = <T>(sql: string, ...params: number[]): T => {
    const database = new DatabaseSync(path);
    const [row] = database.prepare(sql).all(...params);
    database.close();
    return row as T;
  };
  const atWork = "UPDATE settle SET wanted = done + 1, asked_at = ?1, lease_until = ?1 + 20000 RETURNING page_id AS id";
  expect(inFile(atWork, Date.now())).toEqual({ id: page.id });
  server = await start(server.state);
  expect(inFile("SELECT wanted - done AS waiting FROM settle")).toEqual({ waiting: 0 });
});
