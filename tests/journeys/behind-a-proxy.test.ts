import { get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookiesOf, sendForm, sendPage } from "../support/plain-forms";
import { startServer, type TestServer } from "../support/server";

/** The built worker behind a proxy on the same host that nobody named: the operator learns of it before visitors do. */
let server: TestServer;
let cookies: string;

beforeAll(async () => {
  server = await startServer({ args: ["--empty"] });
  cookies = cookiesOf(await sendForm(server.ownerLink, {}));
  await sendPage(server.url, cookies, { slug: "acme" });
});
afterAll(() => server?.stop());

const textOf = async (path: string) => (await fetch(`${server.url}${path}`, { headers: { cookie: cookies } })).text();

/** As a proxy passes a visitor's request on. */
const passOn = (visitor: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { "x-forwarded-for": visitor };
    get(`${server.url}/acme`, { headers }, (answer) => answer.resume().once("end", resolve)).once("error", reject);
  });

test("it is said once in the log, in /readyz, in the set-up list and on System, with what to set", async () => {
  expect(JSON.parse(await textOf("/readyz"))).not.toHaveProperty("notices");
  expect(await textOf("/manage/deployment")).not.toContain("UPFRONT_TRUST_PROXY");
  for (const visitor of ["203.0.113.1", "203.0.113.2"]) await passOn(visitor);
  const [line, ...more] = server.output().match(/^Requests from .*$/gm) ?? [];
  expect(more).toEqual([]);
  expect(line).toMatch(/^Requests from (127\.0\.0\.1|::1) carry X-Forwarded-For, and no proxy there is trusted\./);
  const wanted = ["proxy_set_header X-Forwarded-For $remote_addr;", "header_up X-Forwarded-For {remote_host}"];
  for (const each of wanted) expect(line).toContain(each);
  expect(await textOf("/readyz")).toContain(wanted[0]);
  expect(await textOf("/manage/acme")).toContain("Trust your reverse proxy");
  const system = await textOf("/manage/deployment");
  for (const each of [...wanted, "UPFRONT_TRUST_PROXY=loopback"]) expect(system).toContain(each);
});
