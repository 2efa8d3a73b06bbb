import { expect, test } from "vitest";
import { rowsOf } from "../../../tests/support/ingest";
import { deploymentOfFile } from "../../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../../tests/support/scenario";
import { handleIngestRequest } from "./ingest";
import { RetryMailError, receiveMail } from "./mail";

const deployment = deploymentOfFile();

interface Written {
  subject?: string;
  from?: string;
  envelope?: string;
  /** Lines at the head of the email, before its own. */
  above?: string[];
  lines?: string[];
  body?: string;
  id?: string;
  at?: number;
}

let written = 0;

/** Returns an email as its sender writes it, a second after the last one. */
function rawMail({ subject = "PROBLEM: disk full on db-1", from = "Nagios <n@mon.example.com>", ...rest }: Written) {
  deployment.clock.now += 1000;
  written += 1;
  const { above = [], lines = [], body = "1 % left", id = `<${written}@mon.example.com>`, at } = rest;
  const date = `Date: ${new Date(at ?? deployment.clock.now).toUTCString()}`;
  const head = [...above, `From: ${from}`, `Subject: ${subject}`, date, `Message-ID: ${id}`, ...lines];
  return [...head, "", body].join("\r\n");
}

/** Returns the answer: accepted, rejected with a text, or to be sent again. */
async function arrive(
  from: TestSource,
  given: Written = {},
  to = `${from.token}@in.example.com`,
  raw = rawMail(given),
) {
  const bytes = new TextEncoder().encode(raw);
  const id = /^message-id: (.*)$/im.exec(raw)?.[1] ?? "";
  let refused: string | null = null;
  const mail = {
    from: given.envelope ?? "n@mon.example.com",
    to,
    headers: new Headers({ "message-id": id.trim() }),
    raw: new Blob([bytes]).stream(),
    setReject: (reason: string) => {
      refused = reason;
    },
  };
  await receiveMail(mail, deployment.ctx());
  return refused;
}

const source = (settings: object = {}) => arrange(deployment, aLoneSource({ kind: "mail", settings }));
const rows = (from: TestSource) => rowsOf(deployment.ctx(), from);
const alertsOf = async (from: TestSource) => (await rows(from)).alerts;

test("a mail fires, its sister resolves; encoded words, HTML and letter case of the address do not matter", async () => {
  const from = await source();
  expect(await arrive(from)).toBeNull();
  expect(await alertsOf(from)).toMatchObject([
    { state: "firing", title: "PROBLEM: disk full on db-1", body: "1 % left", labels: { from: "n@mon.example.com" } },
  ]);
  const lines = ["MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8"];
  const recovery = { subject: "=?utf-8?Q?RECOVERY=3A_disk_full_on_db-1?=", lines, body: "<p>All <b>well</b></p>" };
  expect(await arrive(from, recovery, `${from.token.toUpperCase()}@IN.example.com`)).toBeNull();
  expect(await alertsOf(from)).toMatchObject([{ state: "resolved", title: "PROBLEM: disk full on db-1" }]);
});

test("the same mail twice is one delivery; one that comes late does not open what is over", async () => {
  const from = await source();
  const raw = rawMail({});
  const late = rawMail({ at: deployment.clock.now });
  for (const _ of [1, 2]) await arrive(from, {}, undefined, raw);
  expect((await rows(from)).deliveries).toHaveLength(1);
  await arrive(from, { subject: "RESOLVED: disk full on db-1" });
  await arrive(from, {}, undefined, late);
  expect(await alertsOf(from)).toMatchObject([{ state: "resolved" }]);
});

test("the key stands where the source says", async () => {
  const from = await source({ marker: "Incident ID:" });
  await arrive(from, { body: "Incident ID: 4711\r\nIt is down." });
  await arrive(from, { subject: "OK now", body: "incident id: 4711" });
  expect(await alertsOf(from)).toMatchObject([{ key: "4711", state: "resolved" }]);
});

test.each([
  ["an automatic reply", ["Auto-Submitted: auto-replied (vacation)"]],
  ["an answer by its precedence", ["Precedence: auto_reply"]],
  ["a report of a mail server", ["MIME-Version: 1.0", "Content-Type: multipart/report; boundary=x"]],
])("%s is taken and is no alert", async (_, lines) => {
  const from = await source();
  expect(await arrive(from, { lines })).toBeNull();
  expect(await alertsOf(from)).toEqual([]);
});

test.each([
  ["a bounce", { envelope: "" }],
  ["our own mail that comes back", { id: "<notice.recipient@localhost>" }],
])("%s is dropped without an answer, and leaves nothing", async (_, given) => {
  const from = await source();
  expect(await arrive(from, given)).toBeNull();
  expect(await rows(from)).toMatchObject({ deliveries: [], alerts: [] });
});

test.each(["Auto-Submitted: auto-generated", "Precedence: bulk"])("a monitor that says %s is heard", async (line) => {
  const from = await source();
  await arrive(from, { lines: [line] });
  expect(await alertsOf(from)).toHaveLength(1);
});

const trusted = "Authentication-Results: mx.cloudflare.net; dkim=pass header.d=mon.example.com";
const forged = "Authentication-Results: mx.cloudflare.net; dkim=pass header.d=evil.example";
const foreign = "Authentication-Results: mx.evil.example; dkim=pass header.d=mon.example.com";

test.each([
  ["proven", {}, [trusted], true],
  ["proven on two lines", {}, ["Authentication-Results: mx.cloudflare.net;", "\tdkim=pass header.d=example.com"], true],
  ["not proven", {}, [], false],
  ["proven for somebody else", {}, [forged], false],
  ["proven by somebody else", {}, [foreign], false],
  ["proven below what the receiver wrote", {}, [forged, trusted], false],
  [
    "not listed",
    { from: "x@other.example" },
    ["Authentication-Results: mx.cloudflare.net; dkim=pass header.d=other.example"],
    false,
  ],
])("of listed senders, one that is %s: taken %#", async (_, given: Written, above, taken) => {
  const from = await source({ senders: "mon.example.com" });
  const refused = await arrive(from, { ...given, above });
  expect(refused === null).toBe(taken);
  const alerts = (await alertsOf(from)).filter(({ key }) => !key.startsWith("upfront:"));
  expect(alerts).toHaveLength(taken ? 1 : 0);
});

test("whoever wants to take mail of listed senders without proof says so", async () => {
  const from = await source({ senders: "n@mon.example.com", proof: "not required" });
  expect(await arrive(from)).toBeNull();
  expect(await arrive(from, { from: "o@mon.example.com" })).not.toBeNull();
});

test("an address that nobody has is refused for good, and its name is not told", async () => {
  const from = await source();
  const other = await arrange(deployment, aLoneSource({ kind: "alertmanager" }));
  for (const token of ["nobody", "", other.token]) {
    const refused = await arrive(from, {}, `${token}@in.example.com`);
    expect(refused).toBe("There is no such address here.");
  }
});

test("a huge mail is read as far as its text; one that is no mail is said", async () => {
  const from = await source();
  const lines = ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'];
  const part =
    '--b\r\nContent-Type: text/plain\r\n\r\nThe text\r\n--b\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="a.zip"\r\n\r\n';
  expect(await arrive(from, { lines, body: `${part}${"QUFB".repeat(1_000_000)}\r\n--b--` })).toBeNull();
  expect(await alertsOf(from)).toMatchObject([{ body: "The text" }]);
  expect(await arrive(from, {}, undefined, `From: a@b.example\r\n\r\n`)).toBe("This email cannot be read as an alert.");
});

test("a thousand mails of one minute: the first are taken, the rest are to be sent again", async () => {
  const from = await source();
  const subject = (at: number) => ({ subject: `PROBLEM: host ${at}` });
  for (let at = 0; at < 300; at++) {
    await arrive(from, subject(at));
    deployment.clock.now -= 1000;
  }
  await expect(arrive(from, subject(300))).rejects.toThrow(RetryMailError);
  expect(await alertsOf(from)).toHaveLength(300);
});

test("over HTTP there is no such address", async () => {
  const from = await source();
  const request = new Request(`http://localhost:8787/ingest/${from.token}`, {
    method: "POST",
    headers: { "content-type": "message/rfc822" },
    body: rawMail({}),
  });
  expect((await handleIngestRequest(request, deployment.ctx())).status).toBe(405);
  expect(await alertsOf(from)).toEqual([]);
});
