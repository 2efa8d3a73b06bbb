import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser } from "./worker";

const revision = "2026-07-28";
const capabilities = "io.modelcontextprotocol/clientCapabilities";

/** What a tool answered. */
export interface McpToolResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
}

export interface McpBody {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export interface McpAnswer {
  status: number;
  headers: Headers;
  body: McpBody | null;
}

interface McpRequest {
  headers?: Record<string, string | null>;
  /** Instead of the whole message. */
  raw?: string;
}

/** Returns a message of the stateless revision. */
export const statelessMessage = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params: {
    ...params,
    _meta: { "io.modelcontextprotocol/protocolVersion": revision, [capabilities]: {} },
  },
});

/** Posts one hand-written message to `/mcp`; a header that is null is not sent. */
export async function postMcp(
  browser: Browser,
  credentials: Record<string, string>,
  message: unknown,
  { headers = {}, raw }: McpRequest = {},
): Promise<McpAnswer> {
  const all = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...credentials,
  });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  const answer = await browser.go("/mcp", { method: "POST", headers: all, body: raw ?? JSON.stringify(message) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? null : (JSON.parse(text) as McpBody) };
}

const nameOf = (params: { name?: string; uri?: string }) => params.name ?? params.uri;

/** Calls a method of the stateless revision as a correct client does. */
export function callMcp(
  browser: Browser,
  credentials: Record<string, string>,
  method: string,
  params: { name?: string; uri?: string; [more: string]: unknown } = {},
): Promise<McpAnswer> {
  const name = nameOf(params);
  const headers = {
    "mcp-protocol-version": revision,
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  };
  return postMcp(browser, credentials, statelessMessage(method, params), { headers });
}

/** Calls a tool and returns its result. */
export async function callTool(
  browser: Browser,
  credentials: Record<string, string>,
  name: string,
  given: object = {},
): Promise<McpToolResult> {
  const { body } = await callMcp(browser, credentials, "tools/call", { name, arguments: given });
  if (!body?.result) throw new Error(JSON.stringify(body));
  return body.result as unknown as McpToolResult;
}

/** Opens the SDK's own client; `fetch` reaches a deployment in process. */
export async function openMcpClient(
  url: string,
  credentials: Record<string, string>,
  mode: "legacy" | "auto" = "auto",
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>,
): Promise<Client> {
  const client = new Client({ name: "upfront-test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: credentials },
    ...(fetch ? { fetch } : {}),
  });
  await client.connect(transport);
  return client;
}
