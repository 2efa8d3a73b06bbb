import { expect, test } from "vitest";
import { addTranslation, createWordRoom } from "./word-room";

const english = {
  list: { days_one: "{{count}} day", days_other: "{{count}} days", of: "{{name}} of {{page}}", left: "Left" },
};

test("plural forms follow the language, and English stands in for what it does not say", () => {
  addTranslation("pl", "tried", {
    list: { days_one: "{{count}} dzień", days_few: "{{count}} dni", days_many: "{{count}} dni" },
  });
  const { wordsIn } = createWordRoom("tried", english);
  const days = (language: string) => [1, 3, 5, 22].map((count) => wordsIn(language).t("list.days", { count }));
  expect(days("en")).toEqual(["1 day", "3 days", "5 days", "22 days"]);
  expect(days("pl")).toEqual(["1 dzień", "3 dni", "5 dni", "22 dni"]);
  expect(wordsIn("pl").t("list.left")).toBe("Left");
});

test("a value is a value: nothing of it is read as a placeholder", () => {
  const { t } = createWordRoom("tried", english).wordsIn("en");
  expect(t("list.of", { name: "{{page}} $t(list.left) $& <b>", page: "Acme" })).toBe(
    "{{page}} $t(list.left) $& <b> of Acme",
  );
});

test("elements keep their places in a sentence, and what a value says is no place", () => {
  const { parts } = createWordRoom("tried", english).wordsIn("en");
  const link = { to: "/acme" };
  expect(parts("list.of", { name: "{{page}} Ada" }, { page: link })).toEqual(["{{page}} Ada of ", link, ""]);
  expect(parts("list.days", { count: 1200 }, {})).toEqual(["1,200 days"]);
});
