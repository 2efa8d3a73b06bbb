import { maxPushBodyBytes } from "../../app/text/body-limits.ts";
import { minuteMs } from "../../app/time/durations.ts";

/** Connections to the worker of one kind. */
export interface WorkerLaneLimits {
  sockets: number;
  waiting: number;
}

/**
 * Limits of one server. Requests beyond them are refused, and slow clients are disconnected. Buffers take 64 MB in
 * total.
 */
export interface ReverseProxyLimits {
  /** Connections open at once, of all clients. */
  connections: number;
  /** Maximum number of open connections of a client. */
  connectionsOfOne: number;
  /** Maximum number of requests of a client per second, over a longer time. */
  ratePerSecond: number;
  /** Maximum number of requests of a client at once, after a pause. */
  burst: number;
  /** Time for a request's head, in ms. */
  headTime: number;
  /** Time that a connection may stay open without a request, in ms. */
  idleTime: number;
  /** Time for a request's body, in ms. */
  bodyTime: number;
  /** Maximum number of bytes of a body that are read; only a push has more. */
  bodyBytes: number;
  /** Maximum number of bytes of a push to a Git repository. */
  pushBytes: number;
  /** Maximum number of bytes of bodies and responses that are held in memory, of all clients. */
  heldBytes: number;
  /** Maximum number of bytes of answers that are kept to be sent again, uncompressed and compressed. */
  copyBytes: number;
  /** Time until the worker's answer starts, in ms. */
  answerTime: number;
  /** Time until the worker's answer starts if it only gets the length of a body that is too large to be read, in ms. */
  lengthTime: number;
  /** Time without a byte read after which a client is treated as gone, in ms. */
  stalledTime: number;
  /** Most streamed answers, which are too long to be held: of all clients, and of one. */
  streams: number;
  streamsOfOne: number;
  /** Time for such an answer, in ms. */
  streamTime: number;
  /** Connections to the worker, and how many requests may wait for one: pages never wait for deliveries or forms. */
  pages: WorkerLaneLimits;
  forms: WorkerLaneLimits;
  deliveries: WorkerLaneLimits;
}

export const megabyteBytes = 1024 * 1024;

export const reverseProxyLimits: ReverseProxyLimits = {
  connections: 8000,
  connectionsOfOne: 128,
  ratePerSecond: 300,
  burst: 1000,
  headTime: 10_000,
  idleTime: 15_000,
  bodyTime: 30_000,
  bodyBytes: megabyteBytes,
  pushBytes: maxPushBodyBytes,
  heldBytes: 40 * megabyteBytes,
  copyBytes: 24 * megabyteBytes,
  answerTime: minuteMs,
  lengthTime: 5000,
  stalledTime: 75_000,
  streams: 128,
  streamsOfOne: 8,
  streamTime: 300_000,
  pages: { sockets: 96, waiting: 4096 },
  forms: { sockets: 16, waiting: 512 },
  deliveries: { sockets: 32, waiting: 1024 },
};
