import { expect, test } from "vitest";
import { fileSizeText } from "./size-text";

test.each([
  [0, "en", "0 byte"],
  [999, "en", "999 byte"],
  [1000, "en", "1 kB"],
  [64_321, "en", "64.3 kB"],
  [64_321, "de", "64,3 kB"],
])("%i in %s is %s", (bytes, language, text) => {
  expect(fileSizeText(bytes, language)).toBe(text);
});
