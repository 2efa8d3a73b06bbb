import { fail, ok, type Result } from "~/failures/failure";
import { joinedBytes } from "~/text/joined-bytes";
import { parseJsonBytes } from "~/text/json-text";
import { mediaType } from "~/text/media-type";

/** 256 KB: above every real delivery. */
export const bodyLimit = 262_144;

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

/**
 * The raw body, at most `limit` bytes: a declared larger one is not read at all, an undeclared one is left at the cap
 * (413 `too_large`). Any Content-Encoding but identity is 415 `encoding_unsupported`. Use it before anything else reads.
 */
export async function readBody(request: Request, limit = bodyLimit): Promise<Result<Uint8Array>> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") {
    return fail({ name: "unsupported", code: "encoding_unsupported", accepted: ["identity"] });
  }
  if (Number(request.headers.get("content-length") ?? 0) > limit) return tooLarge(limit);
  return request.body ? drain(request.body.getReader(), limit) : ok(new Uint8Array());
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
