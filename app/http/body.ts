import { fail, ok, type Result } from "~/failures/failure";
import { longestList, usualBody } from "~/text/body-limits";
import { joinedBytes } from "~/text/joined-bytes";
import { parseJsonBytes } from "~/text/json-text";
import { mediaType } from "~/text/media-type";

/** 256 KB. */
export const bodyLimit = usualBody;

const tooLarge = (limit: number) => fail({ name: "too_large", limit });

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ok(joinedBytes(chunks));
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      return tooLarge(limit);
    }
    chunks.push(value);
  }
}

function refusedEncoding({ headers }: Request) {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return null;
  return fail({ name: "unsupported", code: "encoding_unsupported", accepted: ["identity"] });
}

/**
 * The raw body, at most `limit` bytes: a declared larger one is not read at all, an undeclared one is left at the cap
 * (413 `too_large`). Any Content-Encoding but identity is 415 `encoding_unsupported`. Use it before anything else reads.
 */
export async function readBody(request: Request, limit = bodyLimit): Promise<Result<Uint8Array>> {
  const encoding = refusedEncoding(request);
  if (encoding) return encoding;
  if (Number(request.headers.get("content-length") ?? 0) > limit) return tooLarge(limit);
  return request.body ? drain(request.body.getReader(), limit) : ok(new Uint8Array());
}

/** A body of which no more than usual was read. */
export interface BegunBody {
  /** As `readBody` says. */
  body: Result<Uint8Array>;
  /** Where it is too large: its first megabyte, however often it is asked for. */
  more?: () => Promise<Uint8Array>;
  /** What is not read yet is not wanted. */
  leave(): Promise<void>;
}

/** The chunks until the end, or until there are so many bytes. */
async function gather(reader: ReadableStreamDefaultReader<Uint8Array>, chunks: Uint8Array[], limit: number) {
  let size = chunks.reduce((sum, { length }) => sum + length, 0);
  while (size <= limit) {
    const { done, value } = await reader.read();
    if (done) return { isWhole: true };
    size += value.length;
    chunks.push(value);
  }
  return { isWhole: false };
}

/** As `readBody`, for a sender who may turn out to be known: then the body can be read on. */
export async function beginBody(request: Request): Promise<BegunBody> {
  const encoding = refusedEncoding(request);
  if (encoding || !request.body) return { body: encoding ?? ok(new Uint8Array()), leave: async () => undefined };
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    return reader.cancel().catch(() => undefined);
  };
  const isDeclared = Number(request.headers.get("content-length") ?? 0) > bodyLimit;
  const { isWhole } = isDeclared ? { isWhole: false } : await gather(reader, chunks, bodyLimit);
  if (isWhole) return { body: ok(joinedBytes(chunks)), leave };
  let whole: Promise<Uint8Array> | undefined;
  const readOn = async () => {
    await gather(reader, chunks, longestList);
    // A part of it is not the whole.
    if (isLeft) throw new Error("the body was left before it was read");
    return joinedBytes(chunks).subarray(0, longestList);
  };
  return { body: tooLarge(bodyLimit), more: () => (whole ??= readOn()), leave };
}

/** A JSON body for programs: type, size, encoding, UTF-8, depth and number of members checked. */
export async function readJson(
  request: Request,
  { limit = bodyLimit, accepted = ["application/json"] }: { limit?: number; accepted?: string[] } = {},
): Promise<Result<unknown>> {
  if (!accepted.includes(mediaType(request.headers.get("content-type")))) {
    return fail({ name: "unsupported", code: "unsupported", accepted });
  }
  const body = await readBody(request, limit);
  return body.ok ? parseJsonBytes(body.value) : body;
}
