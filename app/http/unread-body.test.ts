import { expect, test } from "vitest";
import { drainRequestBody } from "./unread-body";

/** Returns a request that counts how many bytes of its body were read. */
function sent(length: number, bytes = length) {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(to) {
      const size = Math.min(10_000, bytes - taken);
      taken += size;
      if (size > 0) to.enqueue(new Uint8Array(size));
      else if (bytes === length) to.close();
      else return new Promise(() => undefined);
      return undefined;
    },
  });
  const init = { method: "POST", body, duplex: "half", headers: { "content-length": String(length) } };
  return { request: new Request("http://localhost/", init as RequestInit), taken: () => taken };
}

test.each([65_537, 300_000, 1_048_576])(
  "a body of %i bytes that nobody read is read and thrown away",
  async (length) => {
    const { request, taken } = sent(length);
    await drainRequestBody(request);
    expect([request.bodyUsed, taken()]).toEqual([true, length]);
  },
);

test.each([10, 65_536, 1_048_577])("one of %i bytes is left alone", async (length) => {
  const { request } = sent(length);
  await drainRequestBody(request);
  expect(request.bodyUsed).toBe(false);
});

test("what was read before, is being read, or is not there, is no trouble", async () => {
  const read = sent(100_000).request;
  await read.text();
  await drainRequestBody(read);
  const held = sent(100_000).request;
  held.body?.getReader();
  await drainRequestBody(held);
  await drainRequestBody(new Request("http://localhost/"));
});

test("who sends less than was promised is waited for a second, and no longer", async () => {
  const { request } = sent(200_000, 100_000);
  const before = performance.now();
  await drainRequestBody(request);
  expect(performance.now() - before).toBeLessThan(5000);
});
