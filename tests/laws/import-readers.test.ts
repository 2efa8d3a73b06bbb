import { expect, test } from "vitest";
import { importReaderNames, importReaderSizes } from "../../scripts/bundle/import-readers";

/** An import loads one origin: what it costs is its own file, and what it shares with others. */
const maxPackedBytes = 6 * 1024;

test("each origin’s own file, and each that several read, has at most 6 KB gzip", async () => {
  const sizes = await importReaderSizes();
  const origins = sizes.filter(({ isOrigin }) => isOrigin).map(({ name }) => name);
  expect(origins.sort()).toEqual(importReaderNames().sort());
  expect(sizes.filter(({ packedBytes }) => packedBytes > maxPackedBytes)).toEqual([]);
}, 60_000);
