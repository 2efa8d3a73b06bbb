import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const child = new URL("../support/child.ts", import.meta.url).href;

/** Three of them asked for at once, and kept until the asker ends. Threads share the number that processes start from. */
const asks = `
  const { parentPort } = require("node:worker_threads");
  import(${JSON.stringify(child)}).then(async ({ freePort }) => {
    parentPort.postMessage(await Promise.all([freePort(), freePort(), freePort()]));
    parentPort.on("message", () => process.exit());
  });
`;

test("askers that start at the same number are never given the same port", async () => {
  const askers = Array.from({ length: 4 }, () => new Worker(asks, { eval: true }));
  const given = await Promise.all(askers.map(async (asker) => ((await once(asker, "message")) as [number[]])[0]));
  expect(new Set(given.flat()).size).toBe(12);
  await Promise.all(askers.map((asker) => asker.terminate()));
});
