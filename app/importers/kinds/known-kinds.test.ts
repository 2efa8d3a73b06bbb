import { expect, test } from "vitest";
import { loadOriginApi } from "../contract/origin";
import { type KnownOrigin, knownOrigins } from "../rules/known-origins";
import { loadImportOrigin } from "./known-kinds";

test.each<KnownOrigin>([...knownOrigins])(
  "$name is listed as its reader is",
  async ({ name, title, files, hasApi }) => {
    const origin = await loadImportOrigin(name);
    const api = origin && (await loadOriginApi(origin));
    expect({
      name: origin?.name,
      title: origin?.title,
      files: origin?.files,
      hasApi: Boolean(api),
    }).toEqual({ name, title, files, hasApi });
    expect(origin?.readFiles !== undefined).toBe(files.length > 0);
  },
);

test("a name that is not known has no reader", async () => {
  expect(await loadImportOrigin("constructor")).toBeNull();
});
