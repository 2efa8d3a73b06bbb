import { expect, test } from "vitest";
import { routingKeyFromToken } from "~/sources/rules/routing-key";
import { bounceMailboxName, isHeartbeatMailboxName, isOwnMailboxName } from "./own-mail-names";

test("what sources, heartbeats and reports are called is ours, and nothing else", () => {
  const source = routingKeyFromToken(btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, at) => at * 7))));
  const heartbeat = crypto.randomUUID();
  expect([source, heartbeat, bounceMailboxName].map(isOwnMailboxName)).toEqual([true, true, true]);
  expect([source, heartbeat, bounceMailboxName].map(isHeartbeatMailboxName)).toEqual([false, true, false]);
  for (const name of [
    "",
    "postmaster",
    `${heartbeat}x`,
    heartbeat.toUpperCase(),
    source.slice(1),
    `${bounceMailboxName}2`,
  ])
    expect(isOwnMailboxName(name)).toBe(false);
});
