import type { connect as connectOf } from "cloudflare:sockets";
import type { ByteConnection } from "~/platform/outbound";
import type { AddressLookup } from "./not-allowed";
import type { SocketConnector } from "./safe-fetch";

const wrap = (socket: Socket): ByteConnection => ({
  readable: socket.readable,
  writable: socket.writable,
  startTls: () => wrap(socket.startTls()),
  close: () => socket.close(),
});

/** Adapts `cloudflare:sockets` to `SocketConnector`. https://developers.cloudflare.com/workers/runtime-apis/tcp-sockets/ */
export const workerSocketConnector =
  (connect: typeof connectOf): SocketConnector =>
  async ({ host, port, tls }, givenUp) => {
    const hostname = host.includes(":") ? `[${host}]` : host;
    const socket = connect({ hostname, port }, { secureTransport: tls, allowHalfOpen: false });
    socket.closed.catch(() => undefined);
    givenUp.addEventListener("abort", () => void socket.close().catch(() => undefined));
    await socket.opened;
    return wrap(socket);
  };

/** Asks the machine that runs workerd (server/state/names.ts). */
export const makeAddressLookup =
  (names: Fetcher): AddressLookup =>
  async (host) => {
    const answer = await names.fetch(`http://names/?${new URLSearchParams({ host })}`);
    return (await answer.json()) as string[];
  };
