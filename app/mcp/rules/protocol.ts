import { z } from "zod";
import { decodeUtf8 } from "~/text/json-text";
import {
  type RpcNotification,
  type RpcParams,
  type RpcReading,
  type RpcRequest,
  refuseRpc,
  rpcErrorCodes,
} from "./rpc-message";

/** The revision whose requests carry everything with them. */
export const mcpStatelessVersion = "2026-07-28";
/** Revisions that begin with a handshake, newest first; no session is kept for them. */
export const mcpHandshakeVersions = ["2025-11-25", "2025-06-18"] as const;
export const mcpSupportedVersions: readonly string[] = [mcpStatelessVersion, ...mcpHandshakeVersions];

export type ProtocolEra = "stateless" | "handshake";

const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

const envelopeSchema = z.object({
  [versionKey]: z.string(),
  [capabilitiesKey]: z.record(z.string(), z.unknown()),
});

/** Headers that mirror the body. */
export interface ProtocolHeaders {
  version: string | null;
  method: string | null;
  name: string | null;
}

export const protocolHeadersOf = (headers: { get(name: string): string | null }): ProtocolHeaders => {
  const [version, method, name] = ["mcp-protocol-version", "mcp-method", "mcp-name"].map(
    (each) => headers.get(each)?.trim() ?? null,
  );
  return { version: version ?? null, method: method ?? null, name: name ?? null };
};

const metaOf = ({ _meta: meta }: RpcParams): Record<string, unknown> =>
  typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>) : {};

/** Member of the body that `Mcp-Name` repeats, by method. */
const namedMembers: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "resources/read": "uri",
  "prompts/get": "name",
};

/** Returns the header's value, decoded if it is in the form for values beyond ASCII; null = it cannot be decoded. */
function decodedHeader(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) return null;
  const text = decodeUtf8(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
  return text.ok ? text.value : null;
}

type Message = RpcRequest | RpcNotification;
type EraReading = RpcReading<ProtocolEra>;

const idOf = (message: Message) => (message.kind === "request" ? message.id : undefined);

const mismatch = (message: Message, text: string) =>
  refuseRpc(400, { code: rpcErrorCodes.headerMismatch, message: text }, idOf(message));

function unsupported(message: Message, requested: string) {
  const data = { supported: mcpSupportedVersions, requested };
  return refuseRpc(400, { code: rpcErrorCodes.version, message: "Unsupported protocol version", data }, idOf(message));
}

function invalidEnvelope(message: Message, key: string) {
  const text = `Requests of ${mcpStatelessVersion} need params._meta with a valid ${key}.`;
  return refuseRpc(400, { code: rpcErrorCodes.params, message: text }, idOf(message));
}

/** Compares the name in the header with that of the body; null = they agree. */
function nameTrouble({ method, params }: RpcRequest, header: string | null): string | null {
  const named = params[namedMembers[method] ?? ""];
  if (typeof named !== "string") return null;
  if (header === null) return "The header Mcp-Name is missing.";
  return decodedHeader(header) === named ? null : "The header Mcp-Name differs from the body.";
}

/** Judges a request that says that it is of the stateless revision. */
function judgeEnvelope(request: RpcRequest, { version, method, name }: ProtocolHeaders): EraReading {
  const meta = envelopeSchema.safeParse(metaOf(request.params));
  if (!meta.success) return invalidEnvelope(request, String(meta.error.issues[0]?.path[0]));
  const claimed = meta.data[versionKey];
  if (version !== null && version !== claimed)
    return mismatch(request, "The header MCP-Protocol-Version differs from the body.");
  if (claimed !== mcpStatelessVersion) return unsupported(request, claimed);
  if (version === null) return mismatch(request, "The header MCP-Protocol-Version is missing.");
  if (method === null) return mismatch(request, "The header Mcp-Method is missing.");
  if (method !== request.method) return mismatch(request, "The header Mcp-Method differs from the body.");
  const trouble = nameTrouble(request, name);
  return trouble === null ? { ok: true, value: "stateless" } : mismatch(request, trouble);
}

/**
 * Decides which revision of the protocol a message uses, by its body, which the headers must repeat. A request without
 * the members of the stateless revision uses that of 2025.
 */
export function judgeProtocol(message: Message, headers: ProtocolHeaders): EraReading {
  const { version } = headers;
  const claims = versionKey in metaOf(message.params);
  if (message.kind === "request" && claims) return judgeEnvelope(message, headers);
  if (version !== null && !mcpSupportedVersions.includes(version)) return unsupported(message, version);
  if (version !== mcpStatelessVersion) return { ok: true, value: "handshake" };
  if (message.kind === "notification") return { ok: true, value: "stateless" };
  if (message.method === "initialize")
    return mismatch(message, `There is no initialize in ${mcpStatelessVersion}: call server/discover.`);
  return invalidEnvelope(message, versionKey);
}

/** Returns the revision that a handshake agrees on: the requested one, else our newest of those. */
export const negotiateMcpVersion = (requested: unknown): string =>
  mcpHandshakeVersions.find((each) => each === requested) ?? mcpHandshakeVersions[0];
