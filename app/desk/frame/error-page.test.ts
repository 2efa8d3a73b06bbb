import { expect, test } from "vitest";
import { wordsOf } from "./error-page";

const titleOf = (status: number, code?: string) => wordsOf(status, code, "/manage/acme/incidents").title;

test("who lost to others on a busy page is not told that the database is away", () => {
  expect(titleOf(503)).toBe("The database isn’t responding");
  expect(titleOf(503, "crowded")).toBe("Others are changing this page right now");
});
