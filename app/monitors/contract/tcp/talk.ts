import type { ByteConnection } from "~/platform/outbound";
import { includesNormalizedText } from "~/text/contains-text";

/** Outcome of waiting for a text. `full`: 4 KB came without it. */
export type SendExpectOutcome = "expected" | "ended" | "full" | "timeout" | "broken";

const mostBytes = 4096;

/** The text received so far. */
export interface ReceivedBuffer {
  text: string;
}

/** Reads until the text appears; searches each byte once, in any chunking. */
async function listen(
  readable: ByteConnection["readable"],
  expect: string,
  came: ReceivedBuffer,
): Promise<SendExpectOutcome> {
  const reader = readable.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return "ended";
    const part = value.subarray(0, mostBytes - size);
    size += part.byteLength;
    came.text += decoder.decode(part, { stream: true });
    if (includesNormalizedText(came.text, expect)) return "expected";
    if (size >= mostBytes) return "full";
  }
}

async function say(writable: ByteConnection["writable"], text: string): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(text));
  writer.releaseLock();
}

interface SendExpectLine {
  send: string;
  expect: string;
}

async function exchange(
  connection: ByteConnection,
  { send, expect }: SendExpectLine,
  came: ReceivedBuffer,
): Promise<SendExpectOutcome> {
  try {
    if (send !== "") await say(connection.writable, send);
    return expect === "" ? "expected" : await listen(connection.readable, expect, came);
  } catch {
    return "broken";
  }
}

/** Sends, then waits for the expected text; always closes the connection within `timeout` ms. Never throws. */
export async function sendAndExpect(
  connection: ByteConnection,
  said: SendExpectLine,
  timeout: number,
  came: ReceivedBuffer = { text: "" },
): Promise<SendExpectOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<SendExpectOutcome>((resolve) => {
    timer = setTimeout(() => resolve("timeout"), timeout);
  });
  try {
    return await Promise.race([exchange(connection, said, came), late]);
  } finally {
    clearTimeout(timer);
    connection.close().catch(() => undefined);
  }
}
