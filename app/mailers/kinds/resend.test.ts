import { afterEach, beforeEach, expect, test } from "vitest";
import { refusalFor } from "~/failures/refusal";
import type { Outbound } from "~/platform/outbound";
import { arrivedAt, mailTo, openMailer, testOutbound } from "../../../tests/support/mail-peers";
import { type ResendApi, startResend } from "../../../tests/support/resend-api";

let api: ResendApi;
beforeEach(async () => {
  api = await startResend({ apiKey: "re_secret" });
});
afterEach(() => api.close());

const open = (apiKey = "re_secret", outbound: Outbound = testOutbound()) =>
  openMailer("resend", { apiKey, baseUrl: api.url }, outbound);

const some = ["a@example.com", "b@example.com", "c@example.com"].map((to) => mailTo(to));

test("ten mails are one call, 150 are two", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => mailTo(`s${n}@example.com`));
  await open().send(many(10));
  await open().send(many(150));
  expect(api.calls.map((call) => call.size)).toEqual([10, 100, 50]);
  expect(arrivedAt(api)).toHaveLength(160);
});

test("the same mails again have the same key, and nobody has them twice", async () => {
  await open().send(some);
  const handed = await open().send(some);
  expect(api.calls[0]?.key).toBe(api.calls[1]?.key);
  expect(handed.map((each) => each.outcome)).toEqual(["sent", "sent", "sent"]);
  expect(api.mails).toHaveLength(3);
});

test("the same mails with other words were taken before: they are not sent twice, nor tried for ever", async () => {
  await open().send(some);
  const handed = await open().send(some.map((mail) => ({ ...mail, text: "Other words." })));
  expect(handed.map((each) => each.outcome)).toEqual(["sent", "sent", "sent"]);
  expect(api.mails).toHaveLength(3);
});

test("an answer that was lost is asked for again by the same key", async () => {
  const real = testOutbound();
  const outbound: Outbound = { ...real, fetch: (request) => real.fetch({ ...request, timeout: 300 }) };
  api.hang(1);
  const handed = await open("re_secret", outbound).send(some);
  expect(handed.map((each) => each.outcome)).toEqual(["sent", "sent", "sent"]);
  expect(api.calls).toHaveLength(2);
  expect(api.mails).toHaveLength(3);
});

test("an answer that was only announced is asked for again by the same key, and leaves the mails in doubt", async () => {
  const detail = refusalFor("call.interim", { status: 103 });
  const announced = { ok: false, reason: "interim", code: "interim", detail, milliseconds: 1 } as const;
  const keys: unknown[] = [];
  const fetch: Outbound["fetch"] = async ({ headers }) => {
    keys.push(headers?.["idempotency-key"]);
    return announced;
  };
  const handed = await open("re_secret", { ...testOutbound(), fetch }).send(some);
  expect(handed).toEqual(some.map(() => ({ outcome: "doubtful", isSafeAgain: true, answer: detail })));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

const error = (status: number, name: string, headers: Record<string, string> = {}) => ({
  status,
  body: { statusCode: status, name, message: "Because." },
  headers,
});

test.each([
  ["a wrong key", error(403, "invalid_api_key"), { outcome: "away", retryAfter: null }],
  ["a domain that is not proven", error(403, "validation_error"), { outcome: "away" }],
  ["too many", error(429, "rate_limit_exceeded", { "retry-after": "7" }), { outcome: "away", retryAfter: 7 }],
  ["a day's quota", error(429, "daily_quota_exceeded"), { outcome: "away", retryAfter: null }],
  ["a sender that it does not know", error(422, "invalid_from_address"), { outcome: "away" }],
  ["a broken server", error(500, "application_error"), { outcome: "away" }],
  ["a page of HTML", { status: 502, body: "<html>Bad gateway</html>" }, { outcome: "away" }],
  ["the same call at work", error(409, "concurrent_idempotent_requests"), { outcome: "refused", permanent: false }],
  ["a mail that it does not take", error(422, "validation_error"), { outcome: "refused", permanent: true }],
])("%s", async (_, answer, expected) => {
  api.answer(answer);
  for (const handed of await open().send(some)) expect(handed).toMatchObject(expected);
});

test("one mail that spoils the whole call is found in halves; the others leave", async () => {
  const spoilt = mailTo("bad@example.com");
  const real = testOutbound();
  const outbound: Outbound = {
    ...real,
    fetch: async (request) =>
      request.body?.includes(spoilt.to)
        ? {
            ok: true,
            status: 422,
            headers: new Headers(),
            text: JSON.stringify({ name: "validation_error", message: "Invalid `to` field." }),
            truncated: false,
            milliseconds: 1,
          }
        : real.fetch(request),
  };
  const handed = await open("re_secret", outbound).send([...some, spoilt, mailTo("d@example.com")]);
  expect(handed.map((each) => each.outcome)).toEqual(["sent", "sent", "sent", "refused", "sent"]);
  expect(handed[3]).toMatchObject({ permanent: true, answer: "Invalid `to` field." });
});

test("the key is sent as a header and is in no answer", async () => {
  const handed = await open("re_wrong").send(some);
  expect(handed[0]).toMatchObject({ outcome: "away", answer: "403 invalid_api_key API key is invalid" });
  expect(JSON.stringify(handed)).not.toContain("re_wrong");
});
