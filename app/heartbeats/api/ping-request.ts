import type { Failure, Result } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import type { Ctx } from "~/platform/ctx";
import { maxPingBodyBytes, type PingResult, type ReceivedPing, recordPing } from "../record";
import type { AddressedPing } from "./ping-address";

/** Headers of every answer to a machine that pings. */
export const pingAnswerHeaders = {
  "content-type": "text/plain; charset=utf-8",
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
};

export const pingAnswer = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { ...pingAnswerHeaders, ...headers } });

/** Reads the first bytes of the body, and never more than are kept. */
export async function readPingBody(request: Request): Promise<ReceivedPing["body"]> {
  const bytes = new Uint8Array(maxPingBodyBytes);
  const reader = request.method === "POST" ? request.body?.getReader() : undefined;
  const contentType = request.headers.get("content-type");
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) return { bytes: bytes.subarray(0, size), truncated: false, contentType };
    bytes.set(chunk.value.subarray(0, maxPingBodyBytes - size), size);
    size += chunk.value.length;
    if (size > maxPingBodyBytes) {
      await reader?.cancel();
      return { bytes, truncated: true, contentType };
    }
  }
}

/** Returns a text of the address as the body of its ping, as far as bodies are kept. */
export function pingBodyOfText(text: string): ReceivedPing["body"] {
  const bytes = new TextEncoder().encode(text);
  return { bytes: bytes.subarray(0, maxPingBodyBytes), truncated: bytes.length > maxPingBodyBytes };
}

type RequestPing = AddressedPing & Pick<ReceivedPing, "body"> & Partial<Pick<ReceivedPing, "rid" | "create">>;

/** Records a ping that came by this request. */
export const recordRequestPing = (ctx: Ctx, request: Request, ping: RequestPing): Promise<Result<PingResult>> =>
  recordPing(ctx, {
    create: false,
    ...ping,
    method: request.method,
    from: clientAddressOf(request),
    agent: request.headers.get("user-agent") ?? "",
  });

export const retryAfterOf = (failure: Failure): Record<string, string> | null =>
  failure.name === "overloaded" ? { "retry-after": String(failure.retryAfter) } : null;
