import { expect, test } from "vitest";
import { mailNewsByAddress } from "./mail-event";

const now = Date.UTC(2026, 10, 20, 12);
const bounce = { address: "Ana@Example.com", kind: "bounce" as const, reason: "550 5.1.1 no ana here", at: now - 5000 };

test("an address is written as we write it, and its reason without it", () => {
  const [news] = mailNewsByAddress([bounce], now);
  expect(news).toEqual({
    address: "ana@example.com",
    kind: "bounce",
    reason: "550 5.1.1 no a••• here",
    until: now + 55_000,
  });
});

test("who left and bounced has left, in whatever order; each is told once", () => {
  const left = { ...bounce, kind: "left" as const, reason: "Complaint" };
  for (const told of [
    [bounce, left, bounce],
    [left, bounce, left],
  ])
    expect(mailNewsByAddress(told, now)).toMatchObject([{ address: "ana@example.com", kind: "left" }]);
});

test("what is no address is nobody; a time ahead of ours is now; a reason is one short line", () => {
  expect(
    mailNewsByAddress(
      [
        { ...bounce, address: "ana" },
        { ...bounce, address: "" },
      ],
      now,
    ),
  ).toEqual([]);
  const [ahead] = mailNewsByAddress([{ ...bounce, at: now + 9e9, reason: `a\r\n${"b".repeat(5000)}` }], now);
  expect(ahead?.until).toBe(now + 60_000);
  expect(ahead?.reason).toHaveLength(200);
  expect(ahead?.reason.startsWith("a b")).toBe(true);
  expect(mailNewsByAddress([{ ...bounce, reason: " ", at: null }], now)).toMatchObject([
    { reason: "bounced", until: now + 60_000 },
  ]);
});
