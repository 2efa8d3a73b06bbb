import fc from "fast-check";
import { expect, test } from "vitest";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { contactWayOfNoticeLane, contactWays, noticeLaneOfContactWay, noticeSequenceInWay } from "./contact-ways";
import { mailNoticeLanes, noticeLaneOf, subscriberNoticeKinds } from "./notice";

test("every kind that subscribers have is a way, and every way is a kind that tells subscribers", () => {
  const own = channelAdapters.filter(({ endpoint }) => endpoint).map(({ kind }) => kind);
  expect(own.filter((kind) => !contactWays.some((way) => way === kind))).toEqual([]);
  const telling = channelAdapters.filter(({ subscriber }) => subscriber).map(({ kind }) => kind);
  expect(contactWays.filter((way) => !telling.includes(way))).toEqual([]);
});

test("no two of one news are numbered alike, whichever way and whichever version, instants included", () => {
  const numbered = fc.record({
    way: fc.constantFrom(...contactWays, null),
    sequence: fc.oneof(fc.nat(), fc.nat({ max: 8_640_000_000_000 })),
  });
  const numberOf = ({ way, sequence }: { way: (typeof contactWays)[number] | null; sequence: number }) =>
    way === null ? sequence : noticeSequenceInWay(way, sequence);
  fc.assert(
    fc.property(numbered, numbered, (one, other) => {
      const alike = one.way === other.way && one.sequence === other.sequence;
      expect(numberOf(one) === numberOf(other)).toBe(alike);
      expect(Number.isSafeInteger(numberOf(one))).toBe(true);
    }),
  );
});

test("each has a line of its own", () => {
  expect(contactWays.map((way) => contactWayOfNoticeLane(noticeLaneOfContactWay(way)))).toEqual([...contactWays]);
  expect(mailNoticeLanes.map(contactWayOfNoticeLane)).toEqual(mailNoticeLanes.map(() => null));
  expect(subscriberNoticeKinds.map(noticeLaneOf).every((lane) => mailNoticeLanes.includes(lane))).toBe(true);
});
