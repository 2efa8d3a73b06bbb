import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ensureCopies, ensureDatabase, ensureSecret, ensureWake } from "../scripts/deploy/account.ts";
import { DeployFailed } from "../scripts/deploy/look.ts";

type Answer = (response: ServerResponse) => void;

const answered =
  (status: number, body: object): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const result = (value: unknown) => answered(200, { success: true, errors: [], messages: [], result: value });
const failure = (status: number, code: number, message: string) =>
  answered(status, { success: false, errors: [{ code, message }], messages: [], result: null });

/** Stands in for Cloudflare's API, to which the real wrangler speaks. What is written is refused. */
let answer: Answer = result([]);
let written: string[] = [];
const api = createServer((request, response) => {
  if (request.method === "GET") return answer(response);
  written.push(`${request.method} ${request.url?.replace(/.*\/accounts\/[^/]*/, "")}`);
  failure(403, 10_000, "No.")(response);
});

beforeAll(async () => {
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  const { port } = api.address() as AddressInfo;
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", `http://127.0.0.1:${port}/client/v4`);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "a-token");
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "a".repeat(32));
  vi.stubEnv("WRANGLER_HIDE_BANNER", "true");
});
afterAll(() => {
  vi.unstubAllEnvs();
  api.close();
});
beforeEach(() => {
  written = [];
});

const config = 'name = "upfront"\ndatabase_name = "upfront"';
const putSecret = "PUT /workers/scripts/upfront/secrets";
const noWorker = failure(404, 10_007, "This Worker does not exist on your account.");

const noAnswers: [string, Answer][] = [
  ["a token without permission", failure(403, 10_000, "Authentication error")],
  ["trouble at Cloudflare", failure(500, 7000, "Internal error")],
  ["another thing that is not found", failure(404, 7003, "Could not route to /accounts/a")],
  ["a proxy's page", (response) => response.writeHead(502).end("<html>Bad gateway</html>")],
  ["a connection that breaks off", (response) => response.destroy()],
  ["something that is no list", result(null)],
];

test.each(noAnswers)(
  "where secrets cannot be listed (%s), the deployment stops and no secret is made",
  async (_, no) => {
    answer = no;
    const error = await ensureSecret(config).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DeployFailed);
    expect((error as DeployFailed).message).toMatch(/secrets could not be listed.*`npm run deploy` again/);
    expect(written).toEqual([]);
  },
);

test("a secret that is there stays; where there is none, or no worker yet, one is made", async () => {
  answer = result([{ name: "OTHER" }, { name: "UPFRONT_SECRET", type: "secret_text" }]);
  await ensureSecret(config);
  expect(written).toEqual([]);
  for (const none of [result([{ name: "OTHER" }]), noWorker]) {
    written = [];
    answer = none;
    await expect(ensureSecret(config)).rejects.toThrow("The secret could not be set");
    expect(written).toEqual([putSecret]);
  }
});

test("nothing is made where it cannot be known what is there", async () => {
  answer = failure(500, 7000, "Internal error");
  await expect(ensureDatabase(config)).rejects.toThrow(/databases could not be listed/);
  expect(await ensureCopies()).toBeNull();
  expect(await ensureWake()).toBeNull();
  expect(written).toEqual([]);
});

test("what is not there is made", async () => {
  answer = result([]);
  await expect(ensureDatabase(config)).rejects.toThrow(/could not be made/);
  expect(await ensureCopies()).toBeNull();
  expect(await ensureWake()).toBeNull();
  expect(written).toEqual(["POST /d1/database", "POST /storage/kv/namespaces", "POST /queues"]);
});
