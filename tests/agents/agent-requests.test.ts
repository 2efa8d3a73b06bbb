import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { closeServers, deploymentWith, httpCheck, newSpool, runOnce, serve } from "../support/agent-program";

/** An HTTP monitor with requests before its own, run by the agent as it is run from here. */
afterAll(closeServers);

/** Who signs in gets a token, who shows it sees an order, and a form has a hidden word. */
async function startShop() {
  const seen: string[] = [];
  const url = await serve((request, body) => {
    const { method, headers } = request;
    seen.push(`${method} ${request.url} ${headers["content-type"] ?? "-"} ${body}`);
    if (request.url === "/login") {
      const allowed = body.includes("s3cret-pass");
      return [allowed ? 200 : 401, '{"token":"t0ken \\"two\\"","id":7,"split":"a\\r\\nX-B: c","half":"\\ud800"}'];
    }
    if (request.url === "/form") return [200, '<input name="csrf" value="a&b=c d">'];
    if (request.url === "/long") return [200, JSON.stringify({ long: "x".repeat(3000), longer: "x".repeat(4001) })];
    if (request.url === "/moved") return [302, "", { location: "/form" }];
    const allowed = headers.authorization === 'Bearer t0ken "two"' && headers["x-b"] === undefined;
    return [allowed ? 200 : 403, `order of ${request.url}`];
  });
  return { url, seen };
}

const login = (url: string, password = "s3cret-pass") =>
  `POST ${url}/login\nContent-Type: application/json\n\n{"password":"${password}"}
> token = $.token
> id = $.id
> split = $.split
> half = $.half`;
const bearer = "Authorization: Bearer {{token}}\nX-A: {{split}}";

test("carries values on, each written as its place wants it, and tells no secret", async () => {
  const { url, seen } = await startShop();
  const form = `GET ${url}/moved\n###\nGET ${url}/form\n> csrf = name="csrf" value="..."`;
  const takes = (names: string[]) => names.map((name) => `> ${name} = $.long`).join("\n");
  const { url: deployment, reports } = await deploymentWith(
    Object.entries({
      order: { url: `${url}/orders/{{id}}`, headers: bearer, earlier: login(url), contains: "order of /orders/7" },
      half: { url: `${url}/x/{{half}}`, earlier: login(url), statuses: "403" },
      form: {
        url: `${url}/send`,
        method: "POST",
        bodyType: "form",
        body: "csrf={{csrf}}&x=1",
        earlier: form,
        statuses: "403",
      },
      "other password": { url, headers: bearer, earlier: login(url, "another") },
      "no value": { url, headers: bearer, earlier: `GET ${url}/form\n> token = $.token\n> split = $.split` },
      "too long": { url: `${url}/{{v}}`, earlier: `GET ${url}/long\n> v = $.longer` },
      "long together": { url: `${url}/{{a}}`, earlier: `GET ${url}/long\n${takes(["a", "b", "c"])}` },
      refused: { url: `${url}/orders/1`, earlier: login(url), headers: "X-A: {{id}}" },
    }).map(([id, settings]) => httpCheck(settings, { id })),
  );
  const spool = newSpool();
  const ended = await runOnce(deployment, { spool });
  expect(ended).toMatchObject({ code: 0 });
  const found = Object.fromEntries(reports[0]?.results.map(({ monitor, code }) => [monitor, code]) ?? []);
  expect(found).toEqual({
    ...{ order: "ok", half: "ok", form: "ok", "other password": "status", "no value": "value_missing" },
    ...{ "too long": "value_missing", "long together": "value_missing", refused: "status" },
  });
  expect(seen).toContain("POST /send application/x-www-form-urlencoded csrf=a%26b%3Dc%20d&x=1");
  expect(seen).toContain("GET /x/%EF%BF%BD - ");
  // The first that fails is the last that is sent.
  expect(seen.filter((each) => each.startsWith("GET / "))).toEqual([]);
  expect(JSON.stringify([reports, ended.output, readFileSync(spool, "utf8")])).not.toMatch(/t0ken|s3cret|another|x{9}/);
});

test("all of it is over within its time-out", async () => {
  const slow = await serve(() => null);
  const fast = await serve(() => [200, "{}"]);
  const earlier = [`GET ${fast}/a`, `GET ${fast}/b`, `GET ${slow}/c`].join("\n###\n");
  const { url, reports } = await deploymentWith([httpCheck({ url: fast, earlier }, { timeout_seconds: 1 })]);
  await runOnce(url);
  expect(reports[0]?.results).toMatchObject([{ verdict: "down", code: "timeout" }]);
});
