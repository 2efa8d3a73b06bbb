import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type Front, openFront } from "../support/front";

const megabyte = 1024 * 1024;

let front: Front;
afterEach(() => front.stop());

/** Says how long the body is that it was handed. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  let size = 0;
  request.on("data", (part: Buffer) => {
    size += part.length;
  });
  request.on("end", () => response.end(`${size} of ${request.headers["content-length"]}`));
}

const asked = async (path: string, bytes: number, chunked = false) => {
  const headers = chunked ? { "transfer-encoding": "chunked" } : { "content-length": bytes };
  const { status, body } = await front.ask(path, { method: "POST", headers }, Buffer.alloc(bytes, "x"));
  return [status, status === 200 ? String(body) : ""];
};

test("of a list of alerts that is longer than is read, the worker is handed its first megabyte; of nothing else", async () => {
  front = await openFront(answer, { limits: { lengthTime: 200 } });
  const start = [200, `${megabyte} of ${megabyte}`];
  for (const path of ["/ingest/token", "/ingest/token/api/v2/alerts", "/api/v2/alerts"])
    expect(await asked(path, 1.5 * megabyte)).toEqual(start);
  expect(await asked("/ingest/token", 1.5 * megabyte, true)).toEqual(start);
  expect(await asked("/ingest/token", megabyte)).toEqual(start);
  expect(await asked("/ping/token", 1.5 * megabyte)).toEqual([413, ""]);
});
