import { describe, expect, test } from "vitest";
import { wantedOfAdapters } from "../../tests/support/adapter-english";
import { faultsOfText } from "../../tests/support/desk-faults";
import { deskCatalogueOf } from "../../tests/support/words";
import { deskLanguages } from "./desk-language";
import type { RoomTextCatalogue } from "./word-room";

const wanted = wantedOfAdapters();
const placesOf = (tree: RoomTextCatalogue) =>
  Object.entries(tree).flatMap(([group, texts]) => Object.keys(texts).map((name) => ({ group, name })));

const texts = (tree: RoomTextCatalogue, group: string) => new Map(Object.entries(tree[group] ?? {}));

test("what is wanted is read from the adapters", () => {
  expect(Object.keys(wanted).length).toBeGreaterThan(40);
  expect(wanted["monitors.dns"]?.setting_match_count).toBe("A number of records");
  expect(wanted["sources.prometheus"]?.step_1_text).toMatch(/^Put this into prometheus\.yml/);
  expect(Object.keys(wanted.messages ?? {})).toEqual(
    expect.arrayContaining(["Enter a URL.", "It answered {{status}}.", "Header", "The certificate is self-signed."]),
  );
  expect(wanted["channels.slack"]).not.toHaveProperty("title");
});

describe.each(deskLanguages.filter((each) => each !== "en"))("adapters in %s", (language) => {
  const said = deskCatalogueOf(language).adapters ?? {};

  test("lack no text, and have none that English no longer has", () => {
    const missing = placesOf(wanted).filter(({ group, name }) => !said[group]?.[name]);
    const unknown = placesOf(said).filter(({ group, name }) => wanted[group]?.[name] === undefined);
    expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
  });

  test("have the placeholders, ends of sentences and marks of their language, and no English left", () => {
    const found = Object.keys(said).flatMap((group) =>
      [...texts(said, group)].flatMap((entry) =>
        faultsOfText(language, texts(wanted, group), entry).map((fault) => `${fault} ${group} ${entry.join(": ")}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
