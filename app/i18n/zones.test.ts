import { expect, test } from "vitest";
import { isTimeZone } from "~/time/day";
import { readLocale } from "../../tests/support/words";
import { currentZoneNames, timeZoneName } from "./zone-text";
import { zoneGroups } from "./zones";

test("every place that Intl knows is offered once, under its part of the world, by the name that it has today", () => {
  const offered = zoneGroups("en").flatMap(({ zones }) => zones.map(({ name }) => name));
  const places = Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/") && !name.startsWith("Etc/"));
  expect(offered.toSorted()).toEqual(places.toSorted());
  expect(offered.filter((name) => !isTimeZone(name))).toEqual([]);
  expect(zoneGroups("en").map(({ word }) => word)).toEqual(Object.keys(readLocale("en").area ?? {}));
});

test("names of zones are read as people write them", () => {
  const texts = zoneGroups("en").flatMap(({ zones }) => zones.map(({ text }) => text));
  expect(texts.filter((text) => /[_/]/.test(text))).toEqual([]);
  for (const text of ["Kyiv", "Kolkata", "Ho Chi Minh", "Argentina – Ushuaia"]) expect(texts).toContain(text);
  expect([timeZoneName("Etc/UTC"), timeZoneName("Europe/Kiev"), timeZoneName("America/New_York")]).toEqual([
    "UTC",
    "Europe/Kyiv",
    "America/New York",
  ]);
});

test("a zone that is called as what every object has is none, and shown as it is", () => {
  expect(["__proto__", "constructor", "toString"].map(timeZoneName)).toEqual(["  proto  ", "constructor", "toString"]);
});

test("a browser is told of the zones alone that people know by another name", () => {
  expect(currentZoneNames(["Europe/Kiev", "Europe/Berlin", "Etc/UTC"])).toEqual({
    "Europe/Kiev": "Europe/Kyiv",
    "Etc/UTC": "UTC",
  });
});
