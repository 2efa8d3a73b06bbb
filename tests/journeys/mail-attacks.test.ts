import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server";
import { talk } from "../support/smtp-talk";

/** The email listener of the built worker, attacked by who knows one address of it. */
const token = "a-token-of-the-operator-that-only-this-test-knows";
const domain = "in.example.com";
let server: TestServer;
let source: string;
let uuid: string;
let port: number;

async function call<T>(path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { headers, ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }) };
  const answer = await fetch(`${server.url}/api/v1${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

beforeAll(async () => {
  const env = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_MAIL_DOMAIN: domain };
  server = await startServer({ args: ["--empty", "--mail-port", "0"], env });
  port = Number(/is taken on port (\d+)/.exec(server.output())?.[1]);
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
  const made = await call<{ ingest_url: string }>("/pages/shop/sources", { source: { kind: "mail", name: "Nagios" } });
  source = made.ingest_url.split("/ingest/")[1] ?? "";
  const heartbeat = { name: "Backup", schedule: { kind: "simple", period: 3600 }, grace: 600 };
  const beat = await call<{ ping_url: string }>("/pages/shop/heartbeats", { heartbeat });
  uuid = /[0-9a-f-]{36}/.exec(beat.ping_url)?.[0] ?? "";
});
afterAll(() => server?.stop());

const mailFrom = "EHLO x\r\nMAIL FROM:<a@b.example>\r\n";
const envelope = () => `${mailFrom}RCPT TO:<${source}@${domain}>\r\nDATA\r\n`;
const content = (name: string) => `From: a@b.example\r\nSubject: PROBLEM: ${name}\r\n\r\nx`;
const smuggled = (between: string) => () =>
  `${envelope()}${content("outer")}${between}MAIL FROM:<e@e.example>\r\nRCPT TO:<${source}@${domain}>\r\nDATA\r\n${content("inner")}\r\n.\r\nQUIT\r\n`;
const recipient = (written: () => string) => () => `${mailFrom}RCPT TO:${written()}\r\nQUIT\r\n`;
const sender = (written: string) => () => `EHLO x\r\nMAIL FROM:${written}\r\nQUIT\r\n`;

/** One message, and none within it. */
const one = ["220", "250", "250", "250", "354", "250", "221"];
const said = (...codes: string[]) => ["220", "250", ...codes, "221"];

const conversations: [name: string, says: () => string, hears: string[]][] = [
  ["a dot between bare LFs", smuggled("\n.\n"), one],
  ["a dot between bare CRs", smuggled("\r.\r"), one],
  ["a dot between LF and CRLF", smuggled("\n.\r\n"), one],
  ["a dot between CRLF and LF", smuggled("\r\n.\n"), one],
  ["a dot between CRLF and CR CRLF", smuggled("\r\n.\r\r\n"), one],
  ["a dot behind NUL", smuggled("\r\n\0.\r\n"), one],
  ["a dot between CRLF and CR", smuggled("\r\n.\r"), one],
  ["two dots", smuggled("\r\n..\r\n"), one],
  ["BDAT", () => `${mailFrom}RCPT TO:<${source}@${domain}>\r\nBDAT 4 LAST\r\nQUIT\r\n`, said("250", "250", "500")],
  ["STARTTLS with commands behind it", () => "EHLO x\r\nSTARTTLS\r\nNOOP\r\nQUIT\r\n", said("500", "250")],
  ["AUTH", () => "EHLO x\r\nAUTH PLAIN AGEAYg==\r\nQUIT\r\n", said("500")],
  [
    "XCLIENT and XFORWARD",
    () => "EHLO x\r\nXCLIENT ADDR=192.0.2.1\r\nXFORWARD ADDR=192.0.2.1\r\nQUIT\r\n",
    said("550", "550"),
  ],
  ["commands of old servers", () => "EHLO x\r\nWIZ a\r\nSHELL ls\r\nKILL x\r\nQUIT\r\n", said("500", "500", "500")],
  ["addresses asked for", () => `EHLO x\r\nVRFY ${source}\r\nEXPN ${source}\r\nQUIT\r\n`, said("252", "500")],
  ["a message before EHLO", () => "MAIL FROM:<a@b.example>\r\nQUIT\r\n", ["220", "503", "221"]],
  ["a name with control characters", () => "EHLO \x01\x02\r\nQUIT\r\n", ["220", "501", "221"]],
  ["a name of 9,000 letters", () => `EHLO ${"x".repeat(9000)}\r\nQUIT\r\n`, ["220", "501", "221"]],
  ["a command of a megabyte", () => `EHLO ${"x".repeat(1_000_000)}\r\n`, ["220", "421"]],
  ["a megabyte without an end", () => "x".repeat(1_000_000), ["220", "421"]],
  ["NUL as a command", () => "EHLO x\r\n\0\0\r\nQUIT\r\n", said("500")],
  ["HTTP", () => "POST / HTTP/1.1\r\nHost: x\r\n\r\n", ["220", "421"]],
  ["a sender with NUL", sender("<a\0@b.example>"), said("501")],
  ["a quoted sender with @", sender('<"a@c"@b.example>'), said("501")],
  ["a sender's route", sender("<@r.example,@s.example:a@b.example>"), said("250")],
  ["a sender at an address literal", sender("<a@[IPv6:::1]>"), said("250")],
  ["a sender in two brackets", sender("<<a@b.example>>"), said("501")],
  ["a sender of 400 letters", sender(`<${"a".repeat(400)}@b.example>`), said("501")],
  ["a size that is too large", sender("<a@b.example> SIZE=999999999"), said("552")],
  ["a negative size", sender("<a@b.example> SIZE=-1"), said("501")],
  ["two sizes", sender("<a@b.example> SIZE=1 SIZE=2"), said("501")],
  ["an envelope id with line ends", sender("<a@b.example> ENVID=+0D+0A"), said("501")],
  ["SMTPUTF8", sender("<a@b.example> BODY=8BITMIME SMTPUTF8"), said("250")],
  ["a quoted recipient", recipient(() => `<"${source}"@${domain}>`), said("250", "550")],
  ["a recipient's route", recipient(() => `<@x.example:${source}@${domain}>`), said("250", "250")],
  ["a recipient at an address literal", recipient(() => `<${source}@[127.0.0.1]>`), said("250", "550")],
  ["a recipient with percent", recipient(() => `<${source}%x@${domain}>`), said("250", "550")],
  ["a recipient with an exclamation mark", recipient(() => `<x!${source}@${domain}>`), said("250", "550")],
  ["a recipient with an extension", recipient(() => `<${source}+x@${domain}>`), said("250", "550")],
  ["a recipient of two domains", recipient(() => `<${source}@${domain}@${domain}>`), said("250", "501")],
  ["the postmaster", recipient(() => "<postmaster>"), said("250", "550")],
  [
    "DATA again without a recipient",
    () => `${envelope()}${content("x")}\r\n.\r\nDATA\r\nQUIT\r\n`,
    [...one.slice(0, -1), "503", "221"],
  ],
];

test.each(conversations)("%s", async (_, says, hears) => {
  const { codes, closed } = await talk(port, [says()]);
  expect({ codes, closed }).toEqual({ codes: hears, closed: true });
});

const typed = (type: string, body: string) => `${content("x").slice(0, -5)}\r\nContent-Type: ${type}\r\n\r\n${body}`;
const encoded = (encoding: string, body: string) => typed(`text/plain\r\nContent-Transfer-Encoding: ${encoding}`, body);
const many = (text: string, bytes = 190_000) => text.repeat(Math.floor(bytes / text.length));
const fromField = (from: string) => `From: ${from}\r\nSubject: PROBLEM: x\r\n\r\nx`;
const subject = (text: string) => `From: a@b.example\r\nSubject: PROBLEM: ${text}\r\n\r\nx`;

const charsets = ["utf-7", "utf-16", "iso-2022-jp", "hz-gb-2312", "gb18030", "x-unknown", "__proto__", '"; x'];
const htmls = ["<", "<a ", "<!--", "&", "&#x41;", "<style>", "<script></", "<div>", " \t"];

/** Each is answered, whatever the answer, and ends nothing. */
const messages: string[] = [
  ...charsets.map((charset) => typed(`text/plain; charset=${charset}`, many("\x1b$B+ADw-\xff\xfe\x80"))),
  ...htmls.map((html) => typed("text/html", many(html))),
  ...["=", "=\r\n", "=0D=0A"].map((text) => encoded("quoted-printable", many(text))),
  encoded("base64", many("!@#$%^&*(")),
  encoded("x-uuencode", `begin 644 x\r\n${many("M\r\n")}`),
  typed("text/plain; format=flowed; delsp=yes", many("> x \r\n")),
  typed("text/plain; name*0*=utf-8''%41; name*999999999=b; __proto__=x", "x"),
  typed("multipart/mixed; boundary=b", many("--b\r\n\r\n")),
  typed("multipart/mixed; boundary=b", many("--b\rContent-Type: message/rfc822\r\r")),
  typed("message/partial; id=x; number=1; total=99999999", "x"),
  typed('message/external-body; access-type=URL; URL="http://127.0.0.1/"', "\r\n"),
  `${typed("application/ms-tnef\r\nContent-Transfer-Encoding: base64", "")}eJ8+IjkQ${many("AAAA")}`,
  subject(many("=?utf-8?B?QQ==?= ", 60_000)),
  subject(many("=?utf-8?Q?", 60_000)),
  subject(many("x\r\n ", 60_000)),
  subject("\xe2\x80\xae gpj.exe \0\x07\x1b[31m"),
  ...["g:a,", "(", '"\\', "<", "a@b "].map((from) => fromField(many(from, 60_000))),
  `Date: Fri, 31 Dec 9999 23:59:59 +9999\r\n${content("x")}`,
  `${many("X:\r\n", 60_000)}${content("x")}`,
];

const address = (name: string) => `${mailFrom}RCPT TO:<${name}@${domain}>\r\nDATA\r\n`;

test("what a message can mean harm by is answered, to each kind of address, and ends nothing", async () => {
  const answers: string[] = [];
  for (const [at, message] of messages.entries()) {
    const to = [source, uuid, "bounces"][at % 3] as string;
    const { codes } = await talk(port, [address(to), message, "\r\n.\r\nQUIT\r\n"], 30_000);
    answers.push(codes.at(-2) ?? "nothing");
  }
  expect(answers.filter((code) => !/^(250|550|554)$/.test(code))).toEqual([]);
  expect((await fetch(`${server.url}/shop`)).status).toBe(200);
  expect(server.output()).not.toMatch(/The runtime ended|"level":"error"/);
});

test("docs/security.md says how many there are", () => {
  const [, counts] = /mail-attacks\.test\.ts`\) \| (\d+, \d+) \|/.exec(readFileSync("docs/security.md", "utf8")) ?? [];
  expect(counts).toBe(`${conversations.length}, ${messages.length}`);
});
