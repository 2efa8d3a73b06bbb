import { describe, expect, test } from "vitest";
import {
  type Entries,
  englishOf,
  englishRooms,
  entriesOf,
  missingIn,
  wantedIn,
} from "../../tests/support/desk-coverage";
import { faultsOfText } from "../../tests/support/desk-faults";
import { deskCatalogueOf } from "../../tests/support/words";
import { deskLanguages } from "./desk-language";

const translated = deskLanguages.filter((each) => each !== "en");

function faultsOf(language: string, room: string, said: Entries): string[] {
  const english = englishOf(room);
  return [...said].flatMap(([key, text]) =>
    faultsOfText(language, english, [key, text]).map((name) => `${name} ${room} ${key}: ${text}`),
  );
}

/** Rooms that are used during incidents, and all their messages of success and refusal. */
const worstHour = [
  ...["now", "incidents", "alerts", "components", "mutes", "templates", "preview", "corrections", "search", "sign-in"],
  ...["done", "failures", "frame", "parts", "fields/incidents", "fields/components", "fields/templates"],
];

describe.each(translated)("management in %s", (language) => {
  const rooms = Object.entries(deskCatalogueOf(language)).filter(([room]) => room !== "adapters");
  const said = rooms.map(([room, tree]) => ({ room, entries: entriesOf(tree) }));

  test("has the placeholders, ends of sentences and marks of its language, and no English left", () => {
    expect(said.flatMap(({ room, entries }) => faultsOf(language, room, entries))).toEqual([]);
  });

  test("lacks no word where one is in the worst hour, and none at all once its rooms are all begun", () => {
    const trees = new Map(rooms);
    const isWhole = englishRooms().every((room) => trees.has(room));
    const bound = isWhole ? englishRooms() : worstHour;
    expect(worstHour.filter((room) => englishOf(room).size === 0)).toEqual([]);
    expect(bound.flatMap((room) => missingIn(language, room, trees.get(room)).map((key) => `${room} ${key}`))).toEqual(
      [],
    );
  });

  test("tells how much of it there is", () => {
    const all = englishRooms();
    const trees = new Map(rooms);
    const missing = all.map((room) => ({ room, keys: missingIn(language, room, trees.get(room)) }));
    const whole = all.flatMap((room) => wantedIn(language, room)).length;
    const lacking = missing.flatMap(({ keys }) => keys).length;
    const where = missing.filter(({ keys }) => keys.length > 0).map(({ room, keys }) => `${room} ${keys.length}`);
    console.info(
      `${language}: ${whole - lacking} of ${whole} texts of management; missing: ${where.join(", ") || "none"}`,
    );
    expect(lacking).toBeLessThan(whole);
  });
});
