import { expect, test } from "vitest";
import { tabStateOf } from "./tab-state";

const now = { handle: { tabState: ({ letter }: { letter: string }) => letter }, data: { letter: "m" } };
const plain = { handle: { guard: {} }, data: {} };

test.each([
  ["the state of a page that has one", [{ data: {} }, plain, now], "m"],
  ["none on other pages", [{ data: {} }, plain], null],
  ["none where the page's data could not be read", [plain, { ...now, data: undefined }], null],
  ["none where nothing was read, because a form failed", [plain, { ...now, data: null }], null],
])("the icon of a tab shows %s", (_, matches, letter) => {
  expect(tabStateOf(matches)).toBe(letter);
});
