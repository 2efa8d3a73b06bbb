import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { cloudflareBinding, type MailApi, mailgunApi, postmarkApi, sesApi } from "../../../tests/support/mail-apis";
import { mailTo, noon, openMailer } from "../../../tests/support/mail-peers";

const apis: Record<string, () => MailApi> = { postmark: postmarkApi, mailgun: mailgunApi, ses: sesApi };
const mail = mailTo("ana@example.com", { headers: { "Auto-Submitted": "auto-generated" } });
const some = ["a@example.com", "b@example.com"].map((to) => mailTo(to));
const open = (kind: string, api: MailApi, over: Record<string, unknown> = {}) =>
  openMailer(kind, { ...api.settings, ...over }, api.outbound);

test("Postmark: the exact request", async () => {
  const api = postmarkApi();
  await open("postmark", api, { messageStream: "status" }).send([mail]);
  const [{ body = "", ...request } = { url: "" }] = api.requests;
  expect(request).toEqual({
    url: "https://api.postmarkapp.com/email/batch",
    method: "POST",
    timeout: 15_000,
    statusDecides: { within: 10_000 },
    maxBytes: 262_144,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "x-postmark-server-token": "pm-secret",
    },
  });
  expect(JSON.parse(body)).toEqual([
    {
      From: '"Acme Status" <status@acme.example>',
      To: "ana@example.com",
      Subject: "[Acme] Orders are late",
      TextBody: "We look into it.",
      HtmlBody: "<p>We look into it.</p>",
      Headers: [
        { Name: "Message-ID", Value: "<n1.ana-example-com@status.example.com>" },
        { Name: "X-PM-KeepID", Value: "true" },
        { Name: "Auto-Submitted", Value: "auto-generated" },
      ],
      MessageStream: "status",
      TrackOpens: false,
      TrackLinks: "None",
    },
  ]);
});

test("Mailgun: the exact request, in the region that was chosen", async () => {
  const api = mailgunApi();
  await open("mailgun", api).send([mail]);
  const [{ body = "", ...request } = { url: "" }] = api.requests;
  expect(request).toEqual({
    url: "https://api.eu.mailgun.net/v3/mg.example.com/messages.mime",
    method: "POST",
    timeout: 15_000,
    statusDecides: { within: 10_000 },
    headers: {
      authorization: `Basic ${btoa("api:mg-secret")}`,
      "content-type": 'multipart/form-data; boundary="=_form"',
    },
  });
  const fields = body.split("--=_form").map((part) => part.trim().split("\r\n\r\n")[0]);
  expect(fields).toEqual([
    "",
    'Content-Disposition: form-data; name="to"',
    'Content-Disposition: form-data; name="o:tracking"',
    'Content-Disposition: form-data; name="message"; filename="message.eml"\r\nContent-Type: message/rfc822',
    "--",
  ]);
  expect(body).toContain("\r\nno\r\n");
  await open("mailgun", api, { region: "us" }).send([mail]);
  expect(api.requests[1]?.url).toBe("https://api.mailgun.net/v3/mg.example.com/messages.mime");
});

/** Computes the signature as AWS describes it, independently of the code under test. */
function awsSignature(body: string): string {
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const scope = "20261120/eu-west-1/ses/aws4_request";
  const head = "host:email.eu-west-1.amazonaws.com\nx-amz-date:20261120T120000Z\n";
  const asked = `POST\n/v2/email/outbound-emails\n\n${head}\nhost;x-amz-date\n${sha(body)}`;
  const key = ["20261120", "eu-west-1", "ses", "aws4_request"].reduce<string | Buffer>(mac, "AWS4aws-secret");
  return mac(key, `AWS4-HMAC-SHA256\n20261120T120000Z\n${scope}\n${sha(asked)}`).toString("hex");
}

test("Amazon SES: the exact request, and its signature", async () => {
  const api = sesApi();
  await open("ses", api, { configurationSet: "upfront" }).send([mail]);
  const [{ body = "", ...request } = { url: "" }] = api.requests;
  expect(request).toEqual({
    url: "https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails",
    method: "POST",
    timeout: 15_000,
    statusDecides: { within: 10_000 },
    headers: {
      "content-type": "application/json",
      "x-amz-date": "20261120T120000Z",
      authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLEAKIDEXAMP/20261120/eu-west-1/ses/aws4_request, SignedHeaders=host;x-amz-date, Signature=${awsSignature(body)}`,
    },
  });
  expect(JSON.parse(body)).toEqual({
    Destination: { ToAddresses: ["ana@example.com"] },
    Content: { Raw: { Data: expect.any(String) } },
    ConfigurationSetName: "upfront",
  });
});

const amazon = (status: number, type: string, message: string) => ({
  status,
  body: { message },
  headers: { "x-amzn-errortype": `${type}:http://internal.amazon.com/` },
});
const postmark = (ErrorCode: number, Message: string) => ({
  status: 200,
  body: [0, 1].map(() => ({ ErrorCode, Message })),
});

const answers: [
  string,
  string,
  { status: number; body: unknown; headers?: Record<string, string>; truncated?: boolean },
  object,
][] = [
  ["postmark", "a wrong key", { status: 401, body: { ErrorCode: 10, Message: "Bad token" } }, { outcome: "away" }],
  ["postmark", "an inactive address", postmark(406, "Inactive recipient"), { outcome: "refused", permanent: true }],
  [
    "postmark",
    "an address that is none",
    postmark(300, "Invalid 'To' address: 'x'."),
    { outcome: "refused", permanent: true },
  ],
  ["postmark", "a sender that is none", postmark(300, "Invalid 'From' address: 'x'."), { outcome: "away" }],
  ["postmark", "a mail that it does not take", postmark(300, "Zero bodies"), { outcome: "refused", permanent: false }],
  ["postmark", "a sender that is not proven", postmark(400, "Sender signature not found"), { outcome: "away" }],
  ["postmark", "no credits", postmark(405, "Not allowed to send"), { outcome: "away" }],
  [
    "postmark",
    "too many",
    { status: 429, body: { ErrorCode: 429, Message: "Rate limit" }, headers: { "retry-after": "7" } },
    { outcome: "away", retryAfter: 7 },
  ],
  ["postmark", "success without a word of the mails", { status: 200, body: [] }, { outcome: "doubtful" }],
  ["postmark", "success that broke off", { status: 200, body: '[{"E', truncated: true }, { outcome: "doubtful" }],
  ["postmark", "a page of HTML", { status: 502, body: "<html>" }, { outcome: "away" }],
  ["mailgun", "a wrong key", { status: 401, body: "Forbidden" }, { outcome: "away" }],
  [
    "mailgun",
    "an address that is none",
    { status: 400, body: { message: "'to' parameter is not a valid address. please check documentation" } },
    { outcome: "refused", permanent: true },
  ],
  ["mailgun", "a sender that is none", { status: 400, body: { message: "'from' is not valid" } }, { outcome: "away" }],
  ["mailgun", "a sandbox", { status: 403, body: { message: "Domain is not allowed to send" } }, { outcome: "away" }],
  ["mailgun", "another region", { status: 404, body: { message: "Domain not found" } }, { outcome: "away" }],
  [
    "mailgun",
    "too many",
    { status: 429, body: {}, headers: { "retry-after": "9" } },
    { outcome: "away", retryAfter: 9 },
  ],
  ["mailgun", "a broken server", { status: 500, body: "" }, { outcome: "away" }],
  ["mailgun", "success without an ID", { status: 200, body: "" }, { outcome: "doubtful" }],
  ["mailgun", "success that broke off", { status: 200, body: '{"i', truncated: true }, { outcome: "sent" }],
  [
    "ses",
    "a wrong key",
    amazon(403, "UnrecognizedClientException", "The security token is invalid."),
    { outcome: "away" },
  ],
  ["ses", "a wrong secret", amazon(403, "SignatureDoesNotMatch", "The signature does not match."), { outcome: "away" }],
  [
    "ses",
    "an address that is none",
    amazon(400, "BadRequestException", "Missing final '@domain'"),
    { outcome: "refused", permanent: true },
  ],
  ["ses", "a sandbox", amazon(400, "MessageRejected", "Email address is not verified."), { outcome: "away" }],
  [
    "ses",
    "a mail that it does not take",
    amazon(400, "MessageRejected", "Contains a virus."),
    { outcome: "refused", permanent: false },
  ],
  ["ses", "too many", amazon(429, "TooManyRequestsException", "Maximum sending rate exceeded."), { outcome: "away" }],
  ["ses", "paused", amazon(400, "SendingPausedException", "Sending is paused."), { outcome: "away" }],
  ["ses", "success without an ID", { status: 200, body: {} }, { outcome: "doubtful" }],
  ["ses", "success that broke off", { status: 200, body: '{"M', truncated: true }, { outcome: "sent" }],
];

test.each(answers)("%s: %s", async (kind, _, answer, expected) => {
  const api = apis[kind]?.() as MailApi;
  api.answer(answer);
  for (const handed of await open(kind, api).send(some)) expect(handed).toMatchObject(expected);
});

const without = ["timeout", "interim"] as const;
const unanswered = ["postmark", "mailgun", "ses"].flatMap((kind) => without.map((reason) => [kind, reason] as const));

test.each(unanswered)("%s: an answer that never comes (%s) leaves it in doubt", async (kind, reason) => {
  const api = apis[kind]?.() as MailApi;
  const none = { ok: false, reason, code: reason, detail: "call.unreachable", milliseconds: 1 } as const;
  const sending = openMailer(kind, api.settings, { ...api.outbound, fetch: async () => none });
  expect((await sending.send(some)).map(({ outcome }) => outcome)).toEqual(["doubtful", "doubtful"]);
});

test("one mail a call: who comes after a mailer that went away, or is slow, is not handed over", async () => {
  const many = Array.from({ length: 20 }, (_, n) => mailTo(`s${n}@example.com`));
  const api = mailgunApi();
  api.answer({ status: 401, body: "Forbidden" });
  expect((await open("mailgun", api).send(many)).map(({ outcome }) => outcome)).toEqual(many.map(() => "away"));
  expect(api.requests).toHaveLength(5);
  const slow = { ok: false, reason: "timeout", code: "timeout", detail: "call.unreachable", milliseconds: 1 } as const;
  const hanging = openMailer("mailgun", api.settings, { ...api.outbound, fetch: async () => slow });
  const outcomes = (await hanging.send(many)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual([...Array(5).fill("doubtful"), ...Array(15).fill("away")]);
});

describe("Cloudflare Email", () => {
  test("the exact mail: what its list does not have stays behind", async () => {
    const binding = cloudflareBinding();
    const odd = { ...mail, headers: { ...mail.headers, "Feedback-ID": "x", "X-Auto-Response-Suppress": "All" } };
    await openMailer("cloudflare", {}, binding.outbound).send([odd]);
    expect(binding.mails).toEqual([
      {
        from: { name: "Acme Status", email: "status@acme.example" },
        to: "ana@example.com",
        subject: "[Acme] Orders are late",
        text: "We look into it.",
        html: "<p>We look into it.</p>",
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        timeout: 15_000,
      },
    ]);
  });

  test.each([
    ["E_RECIPIENT_SUPPRESSED", { outcome: "refused", permanent: true }],
    ["E_RECIPIENT_NOT_ALLOWED", { outcome: "refused", permanent: false }],
    ["E_SENDER_NOT_VERIFIED", { outcome: "away" }],
    ["E_RATE_LIMIT_EXCEEDED", { outcome: "away" }],
    ["E_DAILY_LIMIT_EXCEEDED", { outcome: "away" }],
    [null, { outcome: "doubtful" }],
  ])("%s", async (code, expected) => {
    const binding = cloudflareBinding();
    binding.fail({ code, detail: "Because." });
    const handed = await openMailer("cloudflare", {}, binding.outbound).send([mail], noon + 5000);
    expect(handed).toMatchObject([expected]);
  });
});
