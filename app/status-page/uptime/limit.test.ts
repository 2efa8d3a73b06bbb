import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { programEndpointHandlerOf } from "~/programs";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange } from "../../../tests/support/scenario";
import { visit } from "../../../tests/support/visitor";
import { publishPage } from "../publishing/engine/publish";
import { loader } from "../views/uptime/uptime.route";

/** 80 components over ten years: more than a person would request manually, and repeatedly. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
  const { id } = await arrange(deployment, aPage({ components: 80 }));
  const sql = "UPDATE component SET start_date = '2016-12-01', show_uptime = 1";
  await runBatch(deployment.ctx(), [{ sql, params: [] }]);
  await runBatch(deployment.ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(deployment.ctx(), id);
});
afterAll(() => deployment.close());

const long = "?from=2016-12-01";

function look(query: string, address: string): Promise<Response> {
  const headers = { "cf-connecting-ip": address };
  return loader(visit(deployment, `/acme/uptime${query}`, { page: "acme" }, { headers }));
}

async function download(query: string, address: string): Promise<Response> {
  const url = new URL(`http://localhost:8787/acme/uptime.csv${query}`);
  const request = new Request(url, { headers: { "cf-connecting-ip": address } });
  const ctx = deployment.ctx({ kind: "visitor" });
  const answer = programEndpointHandlerOf(url.pathname, false);
  if (!answer) throw new Error("no such program");
  return answer({ request, ctx, url, hostPage: false, setCookie: null });
}

test("large reports are counted by network, whatever their form; small ones and other readers are not", async () => {
  const asked = [];
  for (let count = 0; count < 15; count++) {
    asked.push((await look(long, `198.51.100.${count}`)).status);
    asked.push((await download(long, `198.51.100.${count}`)).status);
  }
  expect(new Set(asked)).toEqual(new Set([200]));
  const refused = [await look(long, "198.51.100.99"), await download(`?from=2026-06-01&by=day`, "198.51.100.99")];
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(refused.map(({ headers }) => headers.get("retry-after"))).toEqual(["600", "600"]);
  expect(await refused[0]?.text()).toContain("Too many attempts");
  expect((await look("", "198.51.100.99")).status).toBe(200);
  expect((await look(long, "203.0.113.5")).status).toBe(200);
  deployment.clock.now += 600_000;
  expect((await look(long, "198.51.100.99")).status).toBe(200);
});
