import { expect, test } from "vitest";
import { type KnownOrigin, knownOrigins } from "../rules/known-origins";
import { loadImportOrigin } from "./known-kinds";

test.each<KnownOrigin>([...knownOrigins])(
  "$name is listed as its reader is",
  async ({ name, title, files, hasApi }) => {
    const origin = await loadImportOrigin(name);
    expect({
      name: origin?.name,
      title: origin?.title,
      files: origin?.files,
      hasApi: origin?.api !== undefined,
    }).toEqual({ name, title, files, hasApi });
    expect(origin?.readFiles !== undefined).toBe(files.length > 0);
  },
);

test("a name that is not known has no reader", async () => {
  expect(await loadImportOrigin("constructor")).toBeNull();
});
