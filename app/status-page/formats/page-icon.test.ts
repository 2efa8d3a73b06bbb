import { crc32, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { drawPageIconPng, pageIconSizesPx } from "./page-icon";

interface Chunk {
  name: string;
  data: Buffer;
}

/** Reads a PNG as a phone does: every chunk, with a check that it is whole. */
function chunksIn(bytes: Uint8Array): Chunk[] {
  const file = Buffer.from(bytes);
  expect(file.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const found: Chunk[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const marked = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(marked));
    found.push({ name: marked.subarray(0, 4).toString("latin1"), data: marked.subarray(4) });
    at += 12 + length;
  }
  return found;
}

describe.each(pageIconSizesPx)("an icon of %i", (size) => {
  test("is a whole PNG of a few hundred bytes to some kB, the accent in the middle, paper at its corners", async () => {
    const bytes = await drawPageIconPng("#1f5f4a", size);
    const [head, palette, rows, end] = chunksIn(bytes);
    expect([head?.name, palette?.name, rows?.name, end?.name]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    expect([head?.data.readUInt32BE(0), head?.data.readUInt32BE(4)]).toEqual([size, size]);
    const points = inflateSync(rows?.data ?? Buffer.of());
    expect(points).toHaveLength(size * (size + 1));
    const colourAt = (x: number, y: number) => {
      const index = points[y * (size + 1) + 1 + x] ?? 0;
      return palette?.data.subarray(index * 3, index * 3 + 3).toString("hex");
    };
    const middle = Math.floor(size / 2);
    expect(colourAt(middle, middle)).toBe("1f5f4a");
    for (const [x, y] of [
      [0, 0],
      [size - 1, 0],
      [0, size - 1],
      [size - 1, size - 1],
    ] as const)
      expect(colourAt(x, y)).toBe("fbfbf9");
    expect(bytes.length).toBeLessThan(8000);
  });
});
