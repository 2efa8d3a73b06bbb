import { withDatabaseTimeout } from "~/platform/database";

/**
 * Bytes of an unread body that workerd itself reads before it resets the connection, with which the answer may be lost.
 */
const maxUnreadBytes = 65_536;
/** Size above which a single machine's listener passes on only the length, and no bytes come. */
const maxForwardedBytes = 1_048_576;
/** Longest wait for the rest of a body, in ms. */
const drainTimeoutMs = 1000;

async function throwAway(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  while (!(await reader.read()).done);
}

/** Reads and drops the rest of a body that was refused unread, so that the sender receives the answer. */
export async function drainRequestBody({ body, bodyUsed, headers }: Request): Promise<void> {
  const length = Number(headers.get("content-length") ?? 0);
  if (!body || bodyUsed || body.locked || !(length > maxUnreadBytes && length <= maxForwardedBytes)) return;
  await withDatabaseTimeout(throwAway(body), drainTimeoutMs).catch(() => undefined);
}
