import { afterAll, beforeAll, expect, test } from "vitest";
import { printTable } from "../support/measured";
import { startServer, type TestServer } from "../support/server";
import { talk } from "../support/smtp-talk";

/**
 * Pages beside email that is made to cost as much as it can: `npm test -- --long mail-beside`, with its figure in
 * docs/measurements.md. Without it twenty seconds, too few pages for a percentile.
 */
const isLong = process.env.UPFRONT_LONG === "1";
const minute = 60_000;
const lasts = isLong ? 2 * minute : 20_000;
const token = "a-token-of-the-operator-that-only-this-test-knows";
const domain = "in.example.com";
let server: TestServer | undefined;
let [url, source, port] = ["", "", 0];

async function call<T>(path: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json() as Promise<T>;
}

beforeAll(async () => {
  const env = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_MAIL_DOMAIN: domain };
  server = await startServer({ args: ["--empty", "--mail-port", "0"], env });
  url = server.url;
  port = Number(/is taken on port (\d+)/.exec(server.output())?.[1]);
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
  const made = await call<{ ingest_url: string }>("/pages/shop/sources", { source: { kind: "mail", name: "Nagios" } });
  source = made.ingest_url.split("/ingest/")[1] ?? "";
});
afterAll(() => server?.stop());

/** ms. Email comes in every other of these windows, so that both kinds see the same minutes. */
const window = 5000;
const begunAt = performance.now();
const hasMail = (at: number) => Math.floor((at - begunAt) / window) % 2 === 1;

interface Taken {
  withMail: number[];
  without: number[];
}

/** ms of ten pages a second until then, in order. */
async function pagesUntil(end: number): Promise<Taken> {
  const taken: Taken = { withMail: [], without: [] };
  while (performance.now() < end) {
    const begun = performance.now();
    expect((await fetch(`${url}/shop`)).status).toBe(200);
    taken[hasMail(begun) ? "withMail" : "without"].push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, Math.max(0, begun + 100 - performance.now())));
  }
  return taken;
}

const signature = (at: number) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=a${at}.invalid; s=a; h=from; bh=eA==; b=eA==\r\n`;
const signatures = Array.from({ length: 300 }, (_, at) => signature(at)).join("");
const type = "Content-Type: multipart/mixed; boundary=b\r\n";

/** 780 KB with 300 signatures, 190 KB within each other, 60,000 letters of a subject, 500 parts, and an alert. */
const emails = [
  `${signatures}\r\n${"a body of some words \r\n".repeat(30_000)}`,
  `${"Content-Type: message/rfc822\r\n\r\n".repeat(3300)}x`,
  `Subject: ${"x".repeat(60_000)}\r\n\r\nx`,
  `${type}\r\n${"--b\r\n\r\nx\r\n".repeat(500)}`,
  "Subject: PROBLEM: disk\r\n\r\nx",
];

/** From five connections at once, each a second after the answer to the last one. */
async function mailUntil(end: number): Promise<string[]> {
  const answers: string[] = [];
  const sendFrom = async (first: number) => {
    for (let at = first; performance.now() < end; ) {
      await new Promise((done) => setTimeout(done, 1000));
      if (!hasMail(performance.now())) continue;
      at += 1;
      const envelope = `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${source}@${domain}>\r\nDATA\r\n`;
      const email = `From: a@b.example\r\n${emails[at % emails.length]}`;
      const { codes } = await talk(port, [envelope, email, "\r\n.\r\nQUIT\r\n"], 30_000);
      answers.push(codes.at(-2) ?? "nothing");
    }
  };
  await Promise.all(emails.map((_, first) => sendFrom(first)));
  return answers;
}

const p99 = (taken: number[]) => taken.toSorted((one, other) => one - other)[Math.ceil(taken.length * 0.99) - 1] ?? 0;

test("beside hostile email every page is answered, and p99 is at most twice what it is in between, of 100 ms at least", {
  timeout: 4 * minute,
}, async () => {
  const end = performance.now() + lasts;
  const [{ withMail, without }, answers] = await Promise.all([pagesUntil(end), mailUntil(end)]);
  const rows = [
    [
      `beside ${answers.length} emails`,
      withMail.length,
      `${p99(withMail).toFixed()} ms`,
      "≤ 2 times, of 100 ms at least",
    ],
    ["in between", without.length, `${p99(without).toFixed()} ms`, ""],
  ];
  printTable("mail-beside-pages", { head: ["pages", "count", "p99", "bound"], rows });
  expect(answers.length).toBeGreaterThan(isLong ? 50 : 3);
  expect(withMail.length).toBeGreaterThan(isLong ? 100 : 3);
  if (isLong) expect(p99(withMail)).toBeLessThanOrEqual(2 * Math.max(100, p99(without)));
});
