import net from "node:net";
import { Duplex } from "node:stream";
import tls from "node:tls";
import { type Connect, makeOutbound } from "~/http/safe-fetch";
import type { Surroundings } from "~/platform/ctx";
import { charge } from "~/platform/meter";
import { type Connection, noOutbound } from "~/platform/outbound";

function wrap(socket: net.Socket, host: string, ca: string[]): Connection {
  const { readable, writable } = Duplex.toWeb(socket);
  return {
    readable: readable as ReadableStream<Uint8Array>,
    writable: writable as WritableStream<Uint8Array>,
    startTls: () => wrap(tls.connect({ socket, servername: net.isIP(host) ? "" : host, host, ca }), host, ca),
    async close() {
      socket.destroy();
    },
  };
}

const nodeConnect =
  (ca: string[]): Connect =>
  ({ host, port, tls: secure }, givenUp) =>
    new Promise((resolve, reject) => {
      const socket =
        secure === "on"
          ? tls.connect({ host, port, servername: net.isIP(host) ? "" : host, ca })
          : net.connect({ host, port });
      socket.once("error", reject);
      givenUp.addEventListener("abort", () => socket.destroy());
      socket.once(secure === "on" ? "secureConnect" : "connect", () => {
        socket.off("error", reject);
        socket.on("error", () => undefined);
        resolve(wrap(socket, host, ca));
      });
    });

/** The way out of a test: the same guard, node's sockets. `networks` are allowed; `ca` = certificates in PEM to trust. */
export const nodeOutbound = ({
  networks,
  ca = [],
}: {
  networks: string[];
  ca?: string[];
}): NonNullable<Surroundings["outbound"]> => {
  const make = makeOutbound(nodeConnect(ca));
  return ({ config, ...around }) => make({ ...around, config: { ...config, networks } });
};

/** A network on which everybody answers at once: for measuring what is ours. */
export const quickNetwork =
  (status: () => number): NonNullable<Surroundings["outbound"]> =>
  ({ meter }) => ({
    async fetch() {
      charge(meter, "subrequests", 1);
      const answer = { status: status(), headers: new Headers(), text: "ok", truncated: false, milliseconds: 20 };
      return { ok: true, ...answer };
    },
    connect: noOutbound.connect,
  });
