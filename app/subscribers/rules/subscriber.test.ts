import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { subscriptionToNotify, subscriptionWantsNews } from "~/notifications/rules/audience";
import { confirmLinkState, confirmRequestState, manageLinkState, maskAddress, parseEmailAddress } from "./subscriber";

describe("an address", () => {
  test.each([
    ["a@b", null],
    ["plain", null],
    ["", null],
    [`${"x".repeat(250)}@example.com`, null],
    ["x@example.com,y@example.com", null],
    ["x@example.com y@example.com", null],
    ["x@example.com\r\nBcc: y@example.com", null],
    ["<x@example.com>", null],
    ["X <x@example.com>", null],
    ["x@[127.0.0.1]", null],
    ["x@127.0.0.1", null],
    ["x@2130706433", null],
    ["x@exa mple.com", null],
    ["x@@example.com", null],
    ["x@example..com", null],
    ["Ann.Lee+status@Example.COM ", "ann.lee+status@example.com"],
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
  ])("%j → %j", (text, expected) => {
    expect(parseEmailAddress(text)).toBe(expected);
  });

  test("is written in one way, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const address = parseEmailAddress(text);
        if (address === null) return;
        expect(parseEmailAddress(address)).toBe(address);
        expect(address).not.toMatch(/[\s,;<>"\p{Cc}]/u);
      }),
    );
  });

  test("is masked but for its first letter and its domain", () => {
    expect(maskAddress("ann@example.com")).toBe("a•••@example.com");
  });
});

test.each([
  [null, null, "confirm"],
  [{ state: "active", generation: 0 }, null, "already"],
  [{ state: "unsubscribed", generation: 1 }, null, "gone"],
  [{ state: "unsubscribed", generation: 3 }, 3, "confirm"],
  [{ state: "unsubscribed", generation: 5 }, 3, "gone"],
  [{ state: "pending", generation: 0 }, null, "confirm"],
  [null, 2, "gone"],
] as const)("a link that carries a request, %j, requested at generation %j: %s", (known, generation, does) => {
  expect(confirmRequestState(known, generation)).toBe(does);
});

describe("links", () => {
  test.each([
    [{ state: "pending", generation: 0 }, 0, "confirm"],
    [{ state: "active", generation: 0 }, 0, "already"],
    [{ state: "pending", generation: 1 }, 0, "gone"],
    [{ state: "unsubscribed", generation: 0 }, 0, "gone"],
    [null, 0, "gone"],
  ] as const)("confirming %j with %i → %s", (known, generation, expected) => {
    expect(confirmLinkState(known, generation)).toBe(expected);
  });

  test.each([
    [{ state: "active", generation: 3 }, 3, "valid"],
    [{ state: "quarantined", generation: 3 }, 3, "valid"],
    [{ state: "unsubscribed", generation: 4 }, 3, "left"],
    [{ state: "unsubscribed", generation: 5 }, 3, "gone"],
    [{ state: "active", generation: 4 }, 3, "gone"],
    [null, 0, "gone"],
  ] as const)("holding %j with %i → %s", (known, generation, expected) => {
    expect(manageLinkState(known, generation)).toBe(expected);
  });
});

describe("who is told", () => {
  const page = { scope: "page", componentIds: [], incidentId: "" };
  const some = { scope: "components", componentIds: ["a", "b"], incidentId: "" };
  const one = { scope: "incident", componentIds: [], incidentId: "i1" };
  const news = { subjectId: "i1", componentIds: ["b"] };

  test("by the scope of each", () => {
    expect([page, some, one].map((each) => subscriptionWantsNews(each, news))).toEqual([true, true, true]);
    expect(
      [page, some, one].map((each) => subscriptionWantsNews(each, { subjectId: "i2", componentIds: ["c"] })),
    ).toEqual([true, false, false]);
  });

  test("once, by the standing subscription first", () => {
    expect(subscriptionToNotify([one, some], news)).toBe(some);
    expect(subscriptionToNotify([one], news)).toBe(one);
    expect(subscriptionToNotify([one], { ...news, subjectId: "i2" })).toBeNull();
  });
});
