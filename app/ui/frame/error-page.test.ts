import { expect, test } from "vitest";
import { errorReasonOf } from "./error-reason";
import { wordsIn } from "./words";

const titleOf = (status: number, code?: string) =>
  wordsIn("en").t(`error_title.${errorReasonOf(status, code, "/manage/acme/incidents")}`);

test("who lost to others on a busy page is not told that the database is away", () => {
  expect(titleOf(503)).toBe("The database isn’t responding");
  expect(titleOf(503, "crowded")).toBe("Others are changing this page right now");
});
