import { expect, test } from "vitest";
import { maxRequestBodyBytes, readJsonBody, readRequestBody } from "./body";

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request("http://localhost/x", { method: "POST", body, headers, duplex: "half" } as RequestInit);
const json = { "content-type": "application/json" };

/** Returns an endless body that counts the bytes read from it. */
function endless() {
  const taken = { bytes: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += 16_384;
      controller.enqueue(new Uint8Array(16_384));
    },
    cancel() {
      taken.cancelled = true;
    },
  });
  return { stream, taken };
}

test("a body of the limit is read, one more byte is not", async () => {
  const whole = await readRequestBody(post(new Uint8Array(maxRequestBodyBytes)));
  expect(whole.ok && whole.value.length).toBe(maxRequestBodyBytes);
  const larger = await readRequestBody(post(new Uint8Array(maxRequestBodyBytes + 1)));
  expect(larger).toEqual({ ok: false, failure: { name: "too_large", limit: 262_144 } });
});

test("stops reading at the cap, whatever the length said", async () => {
  const { stream, taken } = endless();
  expect(await readRequestBody(post(stream))).toMatchObject({ failure: { name: "too_large" } });
  expect(taken.cancelled).toBe(true);
  expect(taken.bytes).toBeLessThan(maxRequestBodyBytes + 5 * 16_384);
});

test("a declared larger body is not touched", async () => {
  const { stream, taken } = endless();
  const request = { headers: new Headers({ "content-length": "262145" }), body: stream } as Request;
  expect(await readRequestBody(request)).toMatchObject({ failure: { name: "too_large" } });
  expect(taken.bytes).toBeLessThanOrEqual(16_384);
});

test.each(["gzip", "br", "identity, gzip"])("Content-Encoding %s is refused", async (encoding) => {
  const answer = await readRequestBody(post("{}", { "content-encoding": encoding }));
  expect(answer).toMatchObject({ failure: { name: "unsupported", code: "encoding_unsupported" } });
});

test("JSON for programs: type and syntax are checked, parameters of the type are not", async () => {
  expect(await readJsonBody(post('{"a":1}', { "content-type": "application/JSON; charset=utf-8" }))).toEqual({
    ok: true,
    value: { a: 1 },
  });
  expect(await readJsonBody(post("{}", { "content-type": "text/plain" }))).toMatchObject({
    failure: { name: "unsupported", accepted: ["application/json"] },
  });
  expect(await readJsonBody(post("{", json))).toMatchObject({ failure: { code: "bad_json" } });
  expect(await readJsonBody(post(null, json))).toMatchObject({ failure: { code: "bad_json" } });
});
