import nodemailer from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server";

/** An email becomes an alert: the built worker behind the real start script, mail by SMTP. */
const token = "a-token-of-the-operator-that-only-this-test-knows";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
let server: TestServer;
let address: string;

async function call<T>(path: string, body?: unknown): Promise<T> {
  const method = body === undefined ? "GET" : "POST";
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${server.url}/api/v1${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

beforeAll(async () => {
  const env = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_MAIL_DOMAIN: "in.example.com" };
  server = await startServer({ args: ["--empty", "--mail-port", "0"], env });
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
  const source = { kind: "mail", name: "Nagios" };
  const { ingest_url: url } = await call<{ ingest_url: string }>("/pages/shop/sources", { source });
  address = `${url.split("/ingest/")[1]}@in.example.com`;
});
afterAll(() => server?.stop());

const send = (subject: string, to = address) => {
  const port = Number(/is taken on port (\d+)/.exec(server.output())?.[1]);
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port, secure: false, ignoreTLS: true });
  return transport.sendMail({ from: "nagios@mon.example.com", to, subject, text: "1 % left" });
};

interface Listed {
  state: string;
  title: string;
  labels: Record<string, string>;
}

const alerts = (state: string) => call<Listed[]>(`/pages/shop/alerts?state=${state}`);

test("an email fires an alert before it is taken, and its sister resolves it", async () => {
  expect(address).toMatch(/^[a-z2-7]{32}@/);
  await send("** PROBLEM Service Alert: db-1/Disk is CRITICAL **");
  expect(await alerts("firing")).toMatchObject([
    { title: expect.stringContaining("db-1/Disk"), labels: { from: "nagios@mon.example.com" } },
  ]);
  await send("** RECOVERY Service Alert: db-1/Disk is OK **");
  expect(await alerts("firing")).toEqual([]);
  expect(await alerts("resolved")).toHaveLength(1);
});

test("an address that nobody has is refused for good; the log names no address", async () => {
  await expect(send("PROBLEM: x", `${"a".repeat(32)}@in.example.com`)).rejects.toMatchObject({ responseCode: 550 });
  expect(server.output()).not.toContain(address.split("@")[0]);
});
