import { lookup } from "node:dns/promises";

/**
 * Returns the addresses of a name on this machine, as JSON: when workerd's network rule stops a call it only reports
 * "internal error", as it does for an unknown name. Only the worker asks, through a binding (app/http/safe-fetch).
 */
export async function answerNameLookup(request: { url: string }): Promise<Response> {
  const host = (new URL(request.url).searchParams.get("host") ?? "").replace(/^\[|\]$/g, "");
  const found = await lookup(host, { all: true }).catch(() => []);
  return Response.json(found.map(({ address }) => address));
}
