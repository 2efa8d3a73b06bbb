/** The other end's address as the network in front of us says it (server/listener/client.ts, Cloudflare); "" when unknown. */
export const clientAddressOf = ({ headers }: Request): string => headers.get("cf-connecting-ip")?.trim() ?? "";
