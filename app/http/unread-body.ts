import { within } from "~/platform/database";

/** What workerd itself reads of a body that nobody wanted, before it resets the connection: the answer may be lost with it. */
const readAnyway = 65_536;
/** Beyond it the front door of one machine hands over the length alone, and no bytes come. */
const mostHandedOver = 1_048_576;
/** ms. */
const patience = 1000;

async function throwAway(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  while (!(await reader.read()).done);
}

/** Who is refused by what their body is not read for shall hear why: the rest of it is read and thrown away. */
export async function readUnread({ body, bodyUsed, headers }: Request): Promise<void> {
  const length = Number(headers.get("content-length") ?? 0);
  if (!body || bodyUsed || body.locked || !(length > readAnyway && length <= mostHandedOver)) return;
  await within(throwAway(body), patience).catch(() => undefined);
}
