import { concatBytes } from "~/text/joined-bytes";

/** Returns the CRC 32 of ISO 3309, which PNG writes after each chunk (https://www.w3.org/TR/png-3/#D-CRCAppendix). */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const number = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};

function chunk(name: string, data: Uint8Array): Uint8Array {
  const marked = concatBytes([new TextEncoder().encode(name), data]);
  return concatBytes([number(data.length), marked, number(crcOf(marked))]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export type PngColour = readonly [red: number, green: number, blue: number];

export interface PngPicture {
  size: number;
  /** At most 256 colours. */
  palette: readonly PngColour[];
  /** Returns the index of a point's colour in the palette. */
  at(x: number, y: number): number;
}

/** Writes an opaque, square PNG with a palette: https://www.w3.org/TR/png-3/ */
export async function encodePng({ size, palette, at }: PngPicture): Promise<Uint8Array<ArrayBuffer>> {
  // Each row begins with filter type 0, which means unfiltered.
  const rows = new Uint8Array(size * (size + 1));
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) rows[y * (size + 1) + 1 + x] = at(x, y);
  const [depth, indexed] = [8, 3];
  const head = concatBytes([number(size), number(size), Uint8Array.of(depth, indexed, 0, 0, 0)]);
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", head),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    chunk("IDAT", await deflated(rows)),
    chunk("IEND", new Uint8Array()),
  ]);
}
