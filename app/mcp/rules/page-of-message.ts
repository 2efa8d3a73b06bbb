import { z } from "zod";
import { parseResourceUri } from "./resource-uri";

const namedPage = z.string().min(1).max(80);
const callSchema = z.object({
  method: z.literal("tools/call"),
  params: z.object({ arguments: z.object({ page: namedPage }) }),
});
const readSchema = z.object({ method: z.literal("resources/read"), params: z.object({ uri: z.string().max(400) }) });

/**
 * Returns the page that a message names, so that the token and its role on that page are read in one round trip; null
 * if it names none.
 */
export function pageSlugOfMcpMessage(body: unknown): string | null {
  const called = callSchema.safeParse(body).data;
  if (called) return called.params.arguments.page;
  const uri = readSchema.safeParse(body).data?.params.uri;
  const subject = uri === undefined ? null : parseResourceUri(uri);
  return subject === null || subject.kind === "help" ? null : subject.page;
}
