import { fail, ok, type Result } from "~/failures/failure";
import { maxListDeliveryBytes, maxSenderBodyBytes } from "~/text/body-limits";
import { concatBytes } from "~/text/joined-bytes";
import { parseJsonBytes } from "~/text/json-text";
import { mediaTypeOf } from "~/text/media-type";

/** 256 KB. */
export const maxRequestBodyBytes = maxSenderBodyBytes;

const tooLarge = (limit: number) => fail({ name: "too_large", limit });

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ok(concatBytes(chunks));
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
 * Returns the raw body, at most `limit` bytes: a larger declared body is not read at all, an undeclared one is read up
 * to the limit (413 `too_large`). Any Content-Encoding but identity is 415 `encoding_unsupported`. Call it before any
 * other reader.
 */
export async function readRequestBody(request: Request, limit = maxRequestBodyBytes): Promise<Result<Uint8Array>> {
  const encoding = refusedEncoding(request);
  if (encoding) return encoding;
  if (Number(request.headers.get("content-length") ?? 0) > limit) return tooLarge(limit);
  return request.body ? drain(request.body.getReader(), limit) : ok(new Uint8Array());
}

/** A body that was read up to the usual limit. */
export interface PartialRequestBody {
  /** Result as of `readRequestBody`. */
  body: Result<Uint8Array>;
  /** Reads on when the body is too large: returns its first megabyte, the same on every call. */
  more?: () => Promise<Uint8Array>;
  /** Cancels the unread rest. */
  leave(): Promise<void>;
}

/** Reads chunks until the body ends or has more than `limit` bytes. */
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

/** Works like `readRequestBody`, but the rest of the body can be read later, if the sender turns out to be known. */
export async function beginRequestBody(request: Request): Promise<PartialRequestBody> {
  const encoding = refusedEncoding(request);
  if (encoding || !request.body) return { body: encoding ?? ok(new Uint8Array()), leave: async () => undefined };
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    return reader.cancel().catch(() => undefined);
  };
  const isDeclared = Number(request.headers.get("content-length") ?? 0) > maxRequestBodyBytes;
  const { isWhole } = isDeclared ? { isWhole: false } : await gather(reader, chunks, maxRequestBodyBytes);
  if (isWhole) return { body: ok(concatBytes(chunks)), leave };
  let whole: Promise<Uint8Array> | undefined;
  const readOn = async () => {
    await gather(reader, chunks, maxListDeliveryBytes);
    // A part must not be taken for the whole body.
    if (isLeft) throw new Error("the body was left before it was read");
    return concatBytes(chunks).subarray(0, maxListDeliveryBytes);
  };
  return { body: tooLarge(maxRequestBodyBytes), more: () => (whole ??= readOn()), leave };
}

/** Reads a JSON body of a program: type, size, encoding, UTF-8, depth and number of members are checked. */
export async function readJsonBody(
  request: Request,
  { limit = maxRequestBodyBytes, accepted = ["application/json"] }: { limit?: number; accepted?: string[] } = {},
): Promise<Result<unknown>> {
  if (!accepted.includes(mediaTypeOf(request.headers.get("content-type")))) {
    return fail({ name: "unsupported", code: "unsupported", accepted });
  }
  const body = await readRequestBody(request, limit);
  return body.ok ? parseJsonBytes(body.value) : body;
}
