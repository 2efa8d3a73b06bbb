import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { type StateLetter, stateMarkCorners } from "../app/status/state-letter.ts";
import { stateMarkByLetter } from "../app/status/state-mark.ts";

/** Pictures for link previews: the mark of each state on its field, drawn here because chats do not accept SVG. */
const [width, height] = [1200, 630];
const radiusPx = 170;
/** Steps of antialiasing at each edge. */
const edgeSteps = 4;

type ContainsPoint = (x: number, y: number) => boolean;

/** Returns true when an odd number of sides lies to the right. */
const within =
  (flat: readonly number[]): ContainsPoint =>
  (x, y) => {
    let inside = false;
    for (let at = 0; at < flat.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = flat[0] ?? 0, y2 = flat[1] ?? 0] = flat.slice(at, at + 4);
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
    return inside;
  };

const disc: ContainsPoint = (x, y) => x * x + y * y <= 1;
const ring: ContainsPoint = (x, y) => disc(x, y) && x * x + y * y >= 0.4;

/** Returns a test for points given across and down from the centre, in radii. */
function insideOf(letter: StateLetter): ContainsPoint {
  const outline = letter === "o" ? disc : letter === "n" ? ring : within(stateMarkCorners(letter));
  const cuts = stateMarkByLetter[letter].cuts.map((cut) => within(cut.map((part) => (part - 50) / 47)));
  return (x, y) => outline(x, y) && !cuts.some((cut) => cut(x, y));
}

/** Returns how much of a pixel the mark covers, in steps² of it. */
function coverage(inside: ContainsPoint, x: number, y: number): number {
  let count = 0;
  for (let part = 0; part < edgeSteps * edgeSteps; part++) {
    const across = x + ((part % edgeSteps) + 0.5) / edgeSteps - width / 2;
    const down = y + (Math.floor(part / edgeSteps) + 0.5) / edgeSteps - height / 2;
    if (inside(across / radiusPx, down / radiusPx)) count++;
  }
  return count;
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Returns colours from the field's to the mark's, one for each step. */
function palette(letter: StateLetter): number[] {
  const { field, fill } = stateMarkByLetter[letter];
  const [from, to] = [channels(field), channels(fill)];
  const most = edgeSteps * edgeSteps;
  return Array.from({ length: most + 1 }, (_, step) =>
    from.map((value, at) => Math.round(value + (((to[at] ?? 0) - value) * step) / most)),
  ).flat();
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** Returns a PNG with a palette (PNG 1.2, §4.1). */
function png(letter: StateLetter): Buffer {
  const inside = insideOf(letter);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    if (Math.abs(y - height / 2) > radiusPx + 1) continue;
    for (let x = width / 2 - radiusPx - 1; x < width / 2 + radiusPx + 1; x++)
      rows[y * (width + 1) + 1 + x] = coverage(inside, x, y);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", Uint8Array.from(palette(letter))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** Writes one picture for each state to the files beside the worker. */
export function writeSocialPictures(folder: string): void {
  mkdirSync(join(folder, "social"), { recursive: true });
  for (const letter of Object.keys(stateMarkByLetter) as StateLetter[])
    writeFileSync(join(folder, "social", `${letter}.png`), png(letter));
}
