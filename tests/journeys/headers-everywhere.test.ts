import { readdirSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import routes from "~/routes";
import { addresses } from "../support/addresses";
import { type SharedDeployment, sharedDeployment } from "../support/shared-deployment";
import { root } from "../support/sources";

/** No answer goes out bare: the listener and the built worker, every route, every static file, and what is refused. */
let shared: SharedDeployment;
beforeAll(async () => {
  shared = await sharedDeployment();
});

const ids = { ":page": "larkfield", "*": "no/such/address" };
const filled = (address: string) =>
  address.replace(/:page|\*/g, (each) => ids[each as keyof typeof ids]).replace(/:\w+/g, "x".repeat(43));

const ofPage =
  "embed badge.svg badge.json uptime.csv feed.atom feed.rss calendar.ics service-worker.js icon-192.png app.webmanifest push social.svg sitemap.xml api/v2/status.json images/none subscriptions/none/leave";
const programs = [
  ...["/healthz", "/readyz", "/metrics", "/robots.txt", "/sitemap.xml", "/ping/none", "/ingest/none", "/api/v2/alerts"],
  ...[
    "/v2/enqueue",
    "/v2/alerts",
    "/v2/heartbeats/none/ping",
    "/ingest/mail/none",
    "/ingest/sms",
    "/ingest/agents/none/checks",
  ],
  ...["/api/v1/pages", "/api/v1/docs", "/api/v1/openapi.json", "/api/v1/none", "/none.png", "/assets/none.js"],
  ...ofPage.split(" ").map((each) => `/larkfield/${each}`),
];

const client = join(root, "build/client");
const files = () =>
  readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name !== "_headers")
    .map((each) => `/${relative(client, join(each.parentPath, each.name))}`);

/** What is missing of an answer; framing is forbidden, or what may frame is said. */
function missingIn(headers: Headers): string[] {
  const policy = headers.get("content-security-policy") ?? "";
  return [
    ...(policy.startsWith("default-src 'none'") ? [] : ["content-security-policy"]),
    ...(policy.includes("frame-ancestors ") ? [] : ["frame-ancestors"]),
    ...(headers.get("x-content-type-options") === "nosniff" ? [] : ["x-content-type-options"]),
    ...(headers.get("referrer-policy") === "same-origin" ? [] : ["referrer-policy"]),
  ];
}

/** Those that answer with less, six asked at once. */
async function bare(paths: readonly string[], init: RequestInit = {}): Promise<string[]> {
  const left = [...paths];
  const found: string[] = [];
  const ask = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const answer = await fetch(`${shared.server.url}${path}`, { redirect: "manual", ...init });
      await answer.body?.cancel();
      const missing = missingIn(answer.headers);
      if (missing.length > 0) found.push(`${answer.status} ${path}: ${missing.join(", ")}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, ask));
  return found;
}

test("every route and every address of programs, to visitors and to the operator", async () => {
  const all = [...new Set(addresses(routes).map(filled)), ...programs];
  expect(all.length).toBeGreaterThan(120);
  expect(await bare(all)).toEqual([]);
  expect(await bare(all, { headers: { cookie: shared.operator } })).toEqual([]);
  expect(await bare(["/larkfield", "/api/v1/pages"], { method: "DELETE" })).toEqual([]);
});

test("every static file, by the assets and by the worker", async () => {
  const all = files();
  expect(all).toEqual(expect.arrayContaining(["/agent.mjs", "/embed.js", "/favicon.svg"]));
  expect(await bare(all, { method: "HEAD" })).toEqual([]);
  expect(await bare(["/agent.mjs", "/embed.js"])).toEqual([]);
});

/** What comes back to these bytes. */
function spoken(bytes: string): Promise<Headers> {
  const { port } = new URL(shared.server.url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = net.connect({ host: "127.0.0.1", port: Number(port) }, () => socket.write(bytes));
    socket.setEncoding("latin1").on("data", (more) => {
      text += more;
    });
    socket.once("error", reject);
    socket.once("close", () => {
      const [head = ""] = text.split("\r\n\r\n");
      const pairs = head
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string]);
      resolve(new Headers(pairs));
    });
  });
}

const refused: Record<string, (accept: string) => string> = {
  "what is no request": () => "HELLO\r\n\r\n",
  "headers that are too large": (accept) =>
    `GET / HTTP/1.1\r\nhost: localhost\r\n${accept}x: ${"x".repeat(30_000)}\r\n\r\n`,
  "a method of nobody": (accept) => `TRACE / HTTP/1.1\r\nhost: localhost\r\n${accept}connection: close\r\n\r\n`,
};

test.each(Object.entries(refused))("%s is refused by the listener in the same dress", async (_, bytes) => {
  for (const accept of ["accept: text/html\r\n", ""]) expect(missingIn(await spoken(bytes(accept)))).toEqual([]);
});

/** The status of a path in just these letters: `fetch` would resolve its dots. */
const statusOf = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname: host, port } = new URL(shared.server.url);
    const asked = http.get({ host, port, path, agent: false, headers: { cookie: shared.operator } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject);
  });

test("what only resembles an address of management or of the runtime opens neither, also to the operator", async () => {
  expect(await statusOf("/manage/deployment")).toBe(200);
  const desk = ["/Manage", "/Manage/deployment", "/MANAGE/larkfield", "/%6danage/deployment", "/manage/Deployment"];
  const runtime = [
    "/larkfield/../cdn-cgi/handler/scheduled",
    "/%2e/cdn-cgi/mf/scheduled",
    "/cdn-cgi\\handler\\scheduled",
  ];
  for (const path of [...desk, ...runtime]) expect(await statusOf(path), path).toBe(404);
});
