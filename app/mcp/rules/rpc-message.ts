import { z } from "zod";

export type RpcId = string | number;
export type RpcParams = Readonly<Record<string, unknown>>;

/** Codes of JSON-RPC 2.0, and those that the Model Context Protocol defines. */
export const rpcErrorCodes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  headerMismatch: -32020,
  version: -32022,
} as const;

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** An error with the status of its HTTP response; `id` is absent where none could be read. */
export interface RpcRefusal {
  status: number;
  error: RpcError;
  id?: RpcId | undefined;
}

export interface RpcRequest {
  kind: "request";
  id: RpcId;
  method: string;
  params: RpcParams;
}

export interface RpcNotification {
  kind: "notification";
  method: string;
  params: RpcParams;
}

export type RpcReading<T> = { ok: true; value: T } | { ok: false; refusal: RpcRefusal };

export const refuseRpc = (status: number, error: RpcError, id?: RpcId): { ok: false; refusal: RpcRefusal } => ({
  ok: false,
  refusal: { status, error, ...(id === undefined ? {} : { id }) },
});

const idSchema = z.union([z.string(), z.number()]);

const messageSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: idSchema.optional(),
  method: z.string().min(1).max(200),
  params: z.record(z.string(), z.unknown()).default({}),
});

const readableIdOf = (body: unknown): RpcId | undefined => z.object({ id: idSchema }).safeParse(body).data?.id;

/** Parses a request or notification. Batches and a client's responses are refused. */
export function parseRpcMessage(body: unknown): RpcReading<RpcRequest | RpcNotification> {
  const refuse = (message: string) => refuseRpc(400, { code: rpcErrorCodes.request, message }, readableIdOf(body));
  if (Array.isArray(body)) return refuse("Batches are not supported: send one message in each request.");
  const parsed = messageSchema.safeParse(body);
  if (!parsed.success) return refuse("This is neither a request nor a notification of JSON-RPC 2.0.");
  const { id, method, params } = parsed.data;
  return {
    ok: true,
    value: id === undefined ? { kind: "notification", method, params } : { kind: "request", id, method, params },
  };
}
