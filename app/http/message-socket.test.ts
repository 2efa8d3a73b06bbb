import { expect, test } from "vitest";
import { makeMessageSocket, type WebSocketLike } from "./message-socket";

test("a flood of empty messages ends as one of long ones does", async () => {
  let [hear, closed]: [(event: { data: unknown }) => void, boolean] = [() => undefined, false];
  const peer: WebSocketLike = {
    send: () => undefined,
    close: () => {
      closed = true;
    },
    addEventListener: (type: string, listener: unknown) => {
      if (type === "message") hear = listener as typeof hear;
    },
  };
  const socket = makeMessageSocket(peer);
  for (let count = 0; count < 10_000; count++) hear({ data: "" });
  expect(closed).toBe(true);
  const kinds = [];
  for (let last = ""; last !== "full"; kinds.push(last)) last = (await socket.next()).kind;
  expect(kinds.length).toBeLessThan(10_000);
});
