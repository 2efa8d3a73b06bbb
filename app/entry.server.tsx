import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";

/** renderToString, because the stream renderer costs 4–12 times as much in workerd (design §7). */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const { serverHandoffStream: _unused, ...scriptFree } = context;
  const html = renderToString(<RemixServer context={scriptFree} url={request.url} />);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/** Defects only: what a use case says no to is thrown as a Response and never comes here. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // A token in an address is a secret: no log has it.
  const path = new URL(request.url).pathname.replaceAll(/[\w-]{32,}/g, "…");
  (context as AppLoadContext).ctx.log.error("page.failed", error, { path });
}
