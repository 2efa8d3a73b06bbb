import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ConcurrentStreamLimiter } from "../../server/listener/streams.ts";

/** Answers that are too long to be held, over real connections: how many at once, and for how long. */
let server: http.Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(limits: { streams: number; streamsOfOne: number; streamTime: number }) {
  const streams = new ConcurrentStreamLimiter(limits);
  server = http.createServer(({ headers }, response) => {
    if (streams.take(String(headers.from), response)) response.write("begun");
    else response.writeHead(503).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return async (from: string): Promise<IncomingMessage> => {
    const [answer] = await once(http.get({ port, host: "127.0.0.1", agent: false, headers: { from } }), "response");
    return answer;
  };
}

test("one client has its places, all have theirs, and who ends gives one back", async () => {
  const ask = await serve({ streams: 3, streamsOfOne: 2, streamTime: 60_000 });
  const [first, second, third, other, another] = [
    await ask("a"),
    await ask("a"),
    await ask("a"),
    await ask("b"),
    await ask("c"),
  ];
  expect([first, second, third, other, another].map(({ statusCode }) => statusCode)).toEqual([200, 200, 503, 200, 503]);
  first.destroy();
  await expect.poll(async () => (await ask("c")).statusCode, { interval: 5 }).toBe(200);
});

test("who takes longer than its time is closed", async () => {
  const ask = await serve({ streams: 3, streamsOfOne: 2, streamTime: 20 });
  const answer = await ask("a");
  answer.resume();
  const [error] = await once(answer, "error", { signal: AbortSignal.timeout(5000) });
  expect(error).toMatchObject({ code: "ECONNRESET" });
});
