/** One way to the worker. */
export interface Lane {
  sockets: number;
  waiting: number;
}

/** What one start takes on; everything beyond is refused, and who is slow is ended. Buffers are 64 MB in all. */
export interface FrontLimits {
  /** Open at once, of all clients. */
  connections: number;
  /** Open at once, of one client. */
  connectionsOfOne: number;
  /** Requests of one client in a second, over a longer time. */
  ratePerSecond: number;
  /** Requests of one client at once, after it asked for nothing. */
  burst: number;
  /** ms until a request's head is there. */
  headTime: number;
  /** ms for which a connection may be kept without a request. */
  idleTime: number;
  /** ms until a request's body is there. */
  bodyTime: number;
  /** Bytes of a body that are read; no address of the worker takes more. */
  bodyBytes: number;
  /** Bytes of bodies and answers that are held in memory, of all clients. */
  heldBytes: number;
  /** Bytes of answers that are kept to be sent again, as they came and packed. */
  copyBytes: number;
  /** ms until the worker's answer begins. */
  answerTime: number;
  /** The same where it is asked by the length of a body alone, which is too large to be read. */
  lengthTime: number;
  /** ms without a byte taken after which a client is taken to have gone. */
  stalledTime: number;
  /** Answers too long to be held that go out at once: of all clients, and of one. */
  streams: number;
  streamsOfOne: number;
  /** ms until such an answer has gone out. */
  streamTime: number;
  /** Connections to the worker, and how many requests may wait for one: pages never wait for deliveries, nor people's forms. */
  pages: Lane;
  forms: Lane;
  deliveries: Lane;
}

const megabyte = 1024 * 1024;

export const frontLimits: FrontLimits = {
  connections: 8000,
  connectionsOfOne: 128,
  ratePerSecond: 300,
  burst: 1000,
  headTime: 10_000,
  idleTime: 15_000,
  bodyTime: 30_000,
  bodyBytes: megabyte,
  heldBytes: 40 * megabyte,
  copyBytes: 24 * megabyte,
  answerTime: 60_000,
  lengthTime: 5000,
  stalledTime: 75_000,
  streams: 128,
  streamsOfOne: 8,
  streamTime: 300_000,
  pages: { sockets: 96, waiting: 4096 },
  forms: { sockets: 16, waiting: 512 },
  deliveries: { sockets: 32, waiting: 1024 },
};
