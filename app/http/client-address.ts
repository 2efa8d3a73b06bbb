/**
 * Returns the client's address as set by the network in front (server/listener/client.ts, Cloudflare); "" when unknown.
 */
export const clientAddressOf = ({ headers }: Request): string => headers.get("cf-connecting-ip")?.trim() ?? "";
