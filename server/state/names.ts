import { lookup } from "node:dns/promises";

/**
 * Which addresses a name has on this machine, as JSON: when workerd's network wall stops a call it says only "internal
 * error", as it does for a name that nobody has. Asked by the worker alone, through a binding (app/http/safe-fetch).
 */
export async function answerNames(request: { url: string }): Promise<Response> {
  const host = (new URL(request.url).searchParams.get("host") ?? "").replace(/^\[|\]$/g, "");
  const found = await lookup(host, { all: true }).catch(() => []);
  return Response.json(found.map(({ address }) => address));
}
