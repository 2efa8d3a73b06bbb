import { promisify } from "node:util";
import zlib from "node:zlib";

export type ContentCoding = "br" | "gzip";

const minCompressedBytes = 1024;
const textual = /^(text\/|image\/svg|application\/([\w.+-]*\+)?(json|xml|javascript|manifest))/i;

/** Returns the coding that the client prefers among ours; null = uncompressed. `q=0` forbids one. */
export function acceptedCoding(header: string | undefined): ContentCoding | null {
  const accepted = new Set<string>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    if (!parameters.some((text) => /^q=0(\.0*)?$/.test(text))) accepted.add(name);
  }
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") || accepted.has("x-gzip") ? "gzip" : null;
}

interface CompressibleResponse {
  method: string;
  status: number;
  headers: NodeJS.Dict<string | string[]>;
}

/** True when the answer contains text that is worth compressing. */
export function isWorthCompressing({ method, status, headers }: CompressibleResponse): boolean {
  if (method === "HEAD" || status < 200 || status === 204 || status === 206 || status === 304) return false;
  if (headers["content-encoding"] || /no-transform/.test(String(headers["cache-control"]))) return false;
  if (!textual.test(String(headers["content-type"] ?? ""))) return false;
  return headers["content-length"] === undefined || Number(headers["content-length"]) > minCompressedBytes;
}

const brotliOptions = (size?: number) => ({
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    ...(size ? { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: size } : {}),
  },
});

const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip);

export const compressBody = (body: Buffer, coding: ContentCoding): Promise<Buffer> =>
  coding === "br" ? brotli(body, brotliOptions(body.length)) : gzip(body, { level: 6 });

/** Compresses answers of unknown length: output of the worker is sent at once. */
export const compressionStream = (coding: ContentCoding) =>
  coding === "br"
    ? zlib.createBrotliCompress({ ...brotliOptions(), flush: zlib.constants.BROTLI_OPERATION_FLUSH })
    : zlib.createGzip({ level: 6, flush: zlib.constants.Z_SYNC_FLUSH });

type HeaderLine = [name: string, value: string];

const inPairs = (lines: readonly string[]): HeaderLine[] =>
  lines.flatMap((name, index) => (index % 2 === 0 ? [[name, lines[index + 1] ?? ""] satisfies HeaderLine] : []));

/** Tells caches in between that the bytes depend on the accepted encodings. */
export function withVaryHeader(lines: readonly string[]): string[] {
  const pairs = inPairs(lines);
  const known = pairs.filter(([name]) => name.toLowerCase() === "vary").map(([, value]) => value);
  if (/accept-encoding|\*/i.test(known.join())) return [...lines];
  const others = pairs.filter(([name]) => name.toLowerCase() !== "vary").flat();
  return [...others, "Vary", [...known, "Accept-Encoding"].join(", ")];
}

/** Returns the same header lines for the compressed body. A strong validator would identify other bytes. */
export function compressedHeaders(lines: readonly string[], coding: ContentCoding): string[] {
  const kept = inPairs(lines).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === "content-length") return [];
    return [name, lower === "etag" && !value.startsWith("W/") ? `W/${value}` : value];
  });
  return [...withVaryHeader(kept), "Content-Encoding", coding];
}
