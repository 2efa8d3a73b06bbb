import { joinedBytes } from "~/text/joined-bytes";

/** CRC 32 of ISO 3309, as PNG marks each of its parts (https://www.w3.org/TR/png-3/#D-CRCAppendix). */
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
  const marked = joinedBytes([new TextEncoder().encode(name), data]);
  return joinedBytes([number(data.length), marked, number(crcOf(marked))]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export type Colour = readonly [red: number, green: number, blue: number];

export interface Picture {
  size: number;
  /** At most 256. */
  palette: readonly Colour[];
  /** Which of the palette a point is. */
  at(x: number, y: number): number;
}

/** A square of few colours, whole and opaque: https://www.w3.org/TR/png-3/ */
export async function pngOf({ size, palette, at }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  // Each row begins with 0: it is not filtered.
  const rows = new Uint8Array(size * (size + 1));
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) rows[y * (size + 1) + 1 + x] = at(x, y);
  const [depth, indexed] = [8, 3];
  const head = joinedBytes([number(size), number(size), Uint8Array.of(depth, indexed, 0, 0, 0)]);
  return joinedBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", head),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    chunk("IDAT", await deflated(rows)),
    chunk("IEND", new Uint8Array()),
  ]);
}
