import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { isAddressListed, plainIpAddress, trustedProxyList } from "./client.ts";
import { ConnectionLimiter } from "./client-counts.ts";
import { ReverseProxy, type ReverseProxyOptions } from "./front-door.ts";
import { type ReverseProxyLimits, reverseProxyLimits } from "./front-limits.ts";
import { refuseInvalidRequest } from "./refuse.ts";

export interface ListenerOptions extends ReverseProxyOptions {
  port: number;
  host: string | null;
  /** Limits that differ from the defaults. */
  limits?: Partial<ReverseProxyLimits>;
}

export interface HttpListener {
  port: number;
  /** Connections and bytes that are held for clients at present. */
  holds(): { connections: number; bytes: number };
  stop(): Promise<void>;
}

/** Thrown when the port is used by another program. */
export class PortTakenError extends Error {}

function listen(server: http.Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
      reject(taken ? new PortTakenError(`${host} ${port}: ${error.code}`) : error);
    });
    server.listen({ port, host, backlog: 2048 }, () => resolve((server.address() as AddressInfo).port));
  });
}

function stopServers(servers: readonly http.Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  for (const server of servers) server.closeIdleConnections();
  setTimeout(() => servers.forEach((server) => void server.closeAllConnections()), 400).unref();
  return Promise.all(closed).then(() => undefined);
}

/**
 * Listens on every loopback address when no host is given: `localhost` may be either. A machine without IPv6 has only
 * one.
 */
async function listenOn(options: ListenerOptions, make: () => http.Server) {
  const first = make();
  const port = await listen(first, options.port, options.host ?? "127.0.0.1");
  if (options.host !== null) return { port, servers: [first] };
  const second = make();
  try {
    await listen(second, port, "::1");
    return { port, servers: [first, second] };
  } catch (error) {
    if (error instanceof PortTakenError) {
      first.close();
      throw error;
    }
    return { port, servers: [first] };
  }
}

function makeServer(door: ReverseProxy, connections: ConnectionLimiter, limits: ReverseProxyLimits): http.Server {
  const server = http.createServer({
    keepAliveTimeout: limits.idleTime,
    headersTimeout: limits.headTime,
    // Node's own limit, longer than that of the front door, should never apply, because it answers nothing.
    requestTimeout: limits.headTime + 2 * limits.bodyTime,
    // Frequent checks end few slow clients at a time: hundreds together delayed all pages for 20 ms.
    connectionsCheckingInterval: Math.min(100, limits.headTime),
    noDelay: true,
  });
  server.setTimeout(limits.stalledTime);
  server.on("connection", (socket: Socket) => connections.open(socket, plainIpAddress(socket.remoteAddress ?? "")));
  server.on("clientError", (error, socket) => refuseInvalidRequest(error, socket as Socket));
  server.on("request", (request, response) => {
    const { socket } = request;
    if (request.complete) connections.answers(socket);
    else request.once("end", () => connections.answers(socket));
    response.once("close", () => connections.answered(socket));
    door.handle(request, response);
  });
  return server;
}

/** Listens and passes requests on. Throws PortTakenError when the port is used by another program. */
export async function startListener(options: ListenerOptions): Promise<HttpListener> {
  const limits = { ...reverseProxyLimits, ...options.limits };
  const proxies = trustedProxyList(options.trustedProxies);
  const connections = new ConnectionLimiter(limits, (address) => isAddressListed(proxies, address));
  const door = new ReverseProxy(options, limits);
  const { port, servers } = await listenOn(options, () => makeServer(door, connections, limits));
  return {
    port,
    holds: () => ({ connections: connections.size, bytes: door.bytes }),
    stop: async () => {
      await stopServers(servers);
      door.stop();
    },
  };
}
