import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/child";
import { isAlive, runtimeOf } from "../support/processes";
import { startServer } from "../support/server";

const token = "a-bootstrap-token-of-more-than-32-characters";

/** A runtime that is told of a file's limit as of a disk's, instead of being ended by the signal. */
function patientRuntime(): string {
  const workerd = createRequire(import.meta.resolve("miniflare"))("workerd").default as string;
  const path = join(temporaryFolder("patient"), "workerd");
  writeFileSync(path, `#!/bin/sh\ntrap "" XFSZ\nexec "${workerd}" "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** So many bytes a file of the process may have from now on. */
function limitFiles(pid: number, bytes: number | "unlimited"): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`], { encoding: "utf8" });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

const firing = (name: string) => ({
  version: "4",
  groupKey: name,
  status: "firing",
  alerts: [{ status: "firing", labels: { alertname: name }, startsAt: new Date().toISOString(), fingerprint: name }],
});

test("60 deliveries to a database whose file may not grow hear 503, are sent again, and all are in", async ({
  onTestFinished,
}) => {
  const env = { UPFRONT_BOOTSTRAP_TOKEN: token, MINIFLARE_WORKERD_PATH: patientRuntime(), UPFRONT_INGEST_LIMIT: "0" };
  const server = await startServer({ args: ["--empty"], env });
  onTestFinished(async () => {
    await server.stop();
  });
  const ask = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(new URL(path, server.url), { headers, ...sent });
    return { status: answer.status, retry: answer.headers.get("retry-after"), text: await answer.text() };
  };
  await ask("/api/v1/pages", { page: { name: "Acme", subdomain: "acme" } });
  const source = { source: { kind: "alertmanager", name: "Prometheus" } };
  const ingest = new URL(JSON.parse((await ask("/api/v1/pages/acme/sources", source)).text).ingest_url).pathname;
  expect(await ask("/acme")).toMatchObject({ status: 200 });

  const runtime = runtimeOf(server.pid);
  limitFiles(runtime, 60_000);
  const sixty = Array.from({ length: 60 }, (_, index) => firing(`alert ${index}`));
  const refused = await Promise.all(sixty.map((each) => ask(ingest, each)));
  const code = /problems\/storage_failing"/;
  expect(refused.filter(({ status, retry, text }) => status !== 503 || retry !== "10" || !code.test(text))).toEqual([]);
  expect(await ask("/readyz")).toMatchObject({ status: 503, text: expect.stringMatching(code) });
  expect(await ask("/acme")).toMatchObject({ status: 200, text: expect.stringContaining("Acme") });

  limitFiles(runtime, "unlimited");
  const taken = await Promise.all(sixty.map((each) => ask(ingest, each)));
  expect(taken.filter(({ status }) => status !== 202)).toEqual([]);
  const outcomes = taken.map(({ text }) => (JSON.parse(text) as { alerts: { outcome: string }[] }).alerts[0]?.outcome);
  expect(outcomes).toEqual(sixty.map(() => "new"));
  expect([isAlive(server.pid), runtimeOf(server.pid)]).toEqual([true, runtime]);
}, 60_000);
