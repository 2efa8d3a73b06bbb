import fc from "fast-check";
import { expect, test } from "vitest";
import { channels } from "~/channels/kinds/known-kinds";
import { contactWays, laneOfWay, sequenceOf, wayOfLane } from "./contact-ways";
import { laneOf, mailLanes, subscriberNotices } from "./notice";

test("every kind that subscribers have is a way, and every way is a kind that tells subscribers", () => {
  const own = channels.filter(({ endpoint }) => endpoint).map(({ kind }) => kind);
  expect(own.filter((kind) => !contactWays.some((way) => way === kind))).toEqual([]);
  const telling = channels.filter(({ subscriber }) => subscriber).map(({ kind }) => kind);
  expect(contactWays.filter((way) => !telling.includes(way))).toEqual([]);
});

test("no two of one news are numbered alike, whichever way and whichever version, instants included", () => {
  const numbered = fc.record({
    way: fc.constantFrom(...contactWays, null),
    sequence: fc.oneof(fc.nat(), fc.nat({ max: 8_640_000_000_000 })),
  });
  const numberOf = ({ way, sequence }: { way: (typeof contactWays)[number] | null; sequence: number }) =>
    way === null ? sequence : sequenceOf(way, sequence);
  fc.assert(
    fc.property(numbered, numbered, (one, other) => {
      const alike = one.way === other.way && one.sequence === other.sequence;
      expect(numberOf(one) === numberOf(other)).toBe(alike);
      expect(Number.isSafeInteger(numberOf(one))).toBe(true);
    }),
  );
});

test("each has a line of its own", () => {
  expect(contactWays.map((way) => wayOfLane(laneOfWay(way)))).toEqual([...contactWays]);
  expect(mailLanes.map(wayOfLane)).toEqual(mailLanes.map(() => null));
  expect(subscriberNotices.map(laneOf).every((lane) => mailLanes.includes(lane))).toBe(true);
});
