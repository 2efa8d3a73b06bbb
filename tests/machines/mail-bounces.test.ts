import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { receiveMail } from "~/alerts/api/mail";
import { addressOf, arrange, someSubscribers } from "../support/scenario";
import { execute, open, openTold, subscribersOf, type Told } from "../support/told";

const domain = "in.example.com";
let told: Told;
beforeAll(async () => {
  told = await openTold({ bindings: { UPFRONT_MAIL_DOMAIN: domain } });
});
afterAll(() => told.close());

/** The mail of the first of three subscribers, as it left. */
let sent = "";
beforeEach(async () => {
  for (const table of ["subscriber", "notice", "batch", "incident"]) await execute(told, `DELETE FROM ${table}`);
  told.smtp.mails.splice(0);
  await arrange(told.deployment, someSubscribers(told.pageId, 3));
  await open(told);
  await told.sendAll();
  sent = told.smtp.mails.find(({ recipient }) => recipient === addressOf(0))?.raw ?? "";
});

const headOf = (mail: string) => mail.slice(0, mail.indexOf("\r\n\r\n") + 2);

interface Report {
  recipient?: string;
  status?: string;
  action?: string;
  reason?: string;
  /** The part with what came back. */
  back?: string;
  at?: number;
}

/** As exim 4.96 and Postfix 3.8 lay it out. */
function report({ recipient = addressOf(0), status = "5.1.1", action = "failed", ...rest }: Report = {}) {
  const { reason = "smtp; 550 5.1.1 no such user", back = `Content-type: message/rfc822\r\n\r\n${sent}` } = rest;
  const { at = told.deployment.clock.now } = rest;
  const parts = [
    "Content-type: text/plain; charset=us-ascii\r\n\r\nThis message was created automatically by mail delivery software.",
    [
      "Content-type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example.com",
      "",
      `Action: ${action}`,
      `Final-Recipient: rfc822;${recipient}`,
      `Status: ${status}`,
      `Diagnostic-Code: ${reason}`,
      "",
    ].join("\r\n"),
    back,
  ];
  const head = [
    "From: Mail Delivery System <Mailer-Daemon@mx.example.com>",
    "To: status@example.com",
    "Auto-Submitted: auto-replied",
    `Date: ${new Date(at).toUTCString()}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    "MIME-Version: 1.0",
    "Subject: Mail delivery failed: returning message to sender",
  ];
  return `${head.join("\r\n")}\r\n\r\n${parts.map((part) => `--b1\r\n${part}\r\n`).join("")}--b1--\r\n`;
}

async function arrive(raw: string, to = `bounces@${domain}`) {
  let refused: string | null = null;
  const setReject = (reason: string) => {
    refused = reason;
  };
  const stream = new Blob([new TextEncoder().encode(raw)]).stream();
  await receiveMail({ from: "", to, headers: new Headers(), raw: stream, setReject }, told.deployment.ctx());
  return refused;
}

const states = async () => (await subscribersOf(told)).map(({ state, quarantineReason }) => [state, quarantineReason]);
const active = ["active", null];

test("the subscriber whose mail came back is shown as bouncing with the server’s reason; twice is once", async () => {
  expect(sent).toContain("List-Unsubscribe");
  expect(await arrive(report())).toBeNull();
  expect(await states()).toEqual([["quarantined", "550 5.1.1 no such user"], active, active]);
  await arrive(report({ reason: "smtp; 550 another" }));
  expect((await states())[0]).toEqual(["quarantined", "550 5.1.1 no such user"]);
});

test.each<[string, () => string]>([
  ["headers alone come back, as Postfix has it", () => `Content-Type: text/rfc822-headers\r\n\r\n${headOf(sent)}`],
  ["they come back as message/rfc822 without a body", () => `Content-Type: message/rfc822\r\n\r\n${headOf(sent)}`],
])("%s", async (_, back) => {
  await arrive(report({ back: back() }));
  expect((await states())[0]?.[0]).toBe("quarantined");
});

const tokenIn = (mail: string) => /subscriptions\/([\w.-]+)\/leave/.exec(mail.replaceAll(/\r\n[ \t]+/g, ""))?.[1] ?? "";

test.each<[string, () => string]>([
  ["late", () => report({ action: "delayed", status: "4.4.1" })],
  ["for now", () => report({ status: "4.2.2" })],
  ["of another address", () => report({ recipient: addressOf(1) })],
  ["without the mail", () => report({ back: "Content-Type: text/plain\r\n\r\nNothing." })],
  [
    "with a link that nobody signed",
    () =>
      report({
        back: `Content-Type: message/rfc822\r\n\r\n${sent.replaceAll(tokenIn(sent).slice(-20), "A".repeat(20))}`,
      }),
  ],
  [
    "of a page that is another",
    () => report({ back: `Content-Type: message/rfc822\r\n\r\n${sent.replace(told.pageId, "another")}` }),
  ],
  ["of before who has it changed something", () => report({ at: told.deployment.clock.now - 3600_000 })],
  ["no report", () => sent],
  ["broken", () => report().slice(0, 600)],
  ["empty", () => ""],
])("a report %s takes nobody off, and is not answered", async (_, raw) => {
  expect(await arrive(raw())).toBeNull();
  expect(await states()).toEqual([active, active, active]);
});

test("at another address it is dropped, as ever", async () => {
  expect(await arrive(report(), `abcdefghijklmnopqrstuvwxyz234567@${domain}`)).toBeNull();
  expect(await states()).toEqual([active, active, active]);
});
