import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { type PublicAddress, publicAddresses } from "../support/public-addresses";
import { makeToldPage, type ToldPage } from "../support/told-page";
import { type Browser, openBrowser } from "../support/worker";

/** Rows 38 and 39 at every public address: what stands around a request changes no answer. */
let deployment: TestDeployment;
let visitor: Browser;
let page: ToldPage;
let all: PublicAddress[];

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_METER: "1" });
  visitor = await openBrowser(deployment);
  page = await makeToldPage(deployment, "told", "t");
  all = publicAddresses(page.on);
});
afterAll(() => deployment.close());

async function answered({ path, accept }: PublicAddress, around: { query?: string; headers?: Record<string, string> }) {
  const headers = { ...(accept ? { accept } : {}), ...around.headers };
  const response = await visitor.go(`/told${path}${around.query ?? ""}`, { headers });
  const id = response.headers.get("x-request-id") ?? "";
  const timing = response.headers.get("server-timing") ?? "";
  // When to ask again depends on how many asked.
  const kept = [...response.headers]
    .filter(([name]) => !/^(x-request-id|server-timing|x-ask-again)$/.test(name))
    .sort();
  const text = (await response.text())
    .replaceAll(/name="(_token|since|nonce)" value="[^"]*"/g, "")
    .replaceAll(id, "ID");
  return { same: JSON.stringify([response.status, kept, text]), timing };
}

test("row 39: a parameter that nobody knows is dropped: the same answer, nothing read again, nothing built", async () => {
  const built = async () =>
    (await deployment.ctx().d1.prepare("SELECT part, built, built_at FROM snapshot ORDER BY part").bind().all())
      .results;
  const before = await built();
  const wrong: string[] = [];
  for (const [at, address] of all.entries()) {
    // The second in which this isolate read the page is not over.
    const plain = await answered(address, {});
    const random = await answered(address, { query: `?x=${at}&utm_source=a%20b&y[]=${"z".repeat(200)}` });
    // What is read live asks robots to leave addresses with odd queries alone: its head says so.
    const [one, other] = [plain.same, random.same].map((text) => text.replace(/<head>.*<\/head>/s, ""));
    if (address.kind === "archive" ? one !== other : plain.same !== random.same)
      wrong.push(`${address.path}\n${plain.same}\n${random.same}`);
    if (address.kind === "document" && /^\/($|incidents|maintenances|api|feed|history\.)/.test(address.path || "/")) {
      if (!random.timing.includes("statements=0")) wrong.push(`${address.path} ${random.timing}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await built()).toEqual(before);
});

const forged = {
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "gopher",
  "x-original-url": "/evil",
  forwarded: "host=evil.example;proto=gopher",
  "x-host": "evil.example",
  "x-rewrite-url": "/evil",
};

test("row 38: no header of a proxy changes an answer or a link; an unknown host is 421 everywhere", async () => {
  const wrong: string[] = [];
  for (const address of all) {
    const plain = await answered(address, {});
    const proxied = await answered(address, { headers: forged });
    if (plain.same !== proxied.same) wrong.push(`${address.path}\n${plain.same}\n${proxied.same}`);
    const elsewhere = await visitor.go(`http://evil.example/told${address.path}`, {
      headers: { host: "localhost:8787" },
    });
    const control = elsewhere.headers.get("cache-control");
    if (elsewhere.status !== 421 || control !== "no-store")
      wrong.push(`${address.path}: ${elsewhere.status}, ${control}`);
  }
  expect(wrong).toEqual([]);
});

test("other sites may read what is public and for programs, and nothing that a cookie or a token opens", async () => {
  const allowed = async (path: string, init?: RequestInit) => {
    const { headers } = await visitor.go(path, init);
    return [path, headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")];
  };
  const origin = { headers: { origin: "https://elsewhere.example" } };
  const open = "/told/api/v2/summary.json";
  expect(await allowed(open, origin)).toEqual([open, "*", null]);
  for (const path of [
    "/told",
    "/told/subscribe",
    "/manage",
    "/manage/sign-in",
    "/api/v1/pages",
    "/metrics",
    "/healthz",
  ])
    expect(await allowed(path, origin)).toEqual([path, null, null]);
});
