import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { NonceProvider } from "~/ui/frame/nonce";
import { allowInlineScripts } from "./http/headers";

/** Escapes text for a script as Remix does: nothing in it can end the element. */
const inScript = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028");

/** Returns the loaders' data for the script that hydrates; the stream is already complete. */
async function handover(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const text = await new Response(stream).text();
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${inScript(text)});${controller}.close();</script>`;
}

/** Names the bounds of chunks as the browsers' library does, which looks for them (parts/hydration-list). */
const withChunkBounds = (html: string) =>
  html.replaceAll("<!--$-->", "<!--$s-->").replaceAll("<!--/$-->", "<!--/$s-->");

/** Uses renderToString, because the stream renderer costs 4–12 times as much in workerd. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { ctx }: AppLoadContext,
) {
  const { serverHandoffStream, ...awaited } = context;
  const nonce = ctx.token();
  const html = renderToString(
    <NonceProvider nonce={nonce}>
      <RemixServer context={awaited} url={request.url} nonce={nonce} />
    </NonceProvider>,
  );
  const hydrated = awaited.renderMeta?.didRenderScripts === true && serverHandoffStream !== undefined;
  const data = hydrated ? await handover(serverHandoffStream, nonce) : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  const response = new Response(`<!doctype html>${withChunkBounds(html)}${data}`, { status, headers });
  return hydrated ? allowInlineScripts(response, nonce) : response;
}

/** Handles only defects: a use case's refusal is thrown as a Response and never comes here. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // A token in an address is a secret and must not be logged.
  const path = new URL(request.url).pathname.replaceAll(/[\w-]{32,}/g, "…");
  (context as AppLoadContext).ctx.log.error("page.failed", error, { path });
}
