import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

type Answer = (socket: Socket) => void;

const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

/** Repeats a text as fast as the other side reads. */
const pouring =
  (beginning: string, more: Buffer | string): Answer =>
  (socket) => {
    socket.write(beginning);
    const pour = () => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on("drain", pour);
    pour();
  };

const saying =
  (text: string | Buffer): Answer =>
  (socket) =>
    void socket.end(text);

const slowly =
  (beginning: string, more: string): Answer =>
  (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(more), 20);
    socket.once("close", () => clearInterval(timer));
  };

const another = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged";
/** One chunk that contains what would be the answer to the next call, if two parsers read its length differently. */
const forged = `${(2 + another.length).toString(16)}\r\nOK${another}\r\n0\r\n\r\n`;

const letters = gzipSync(Buffer.alloc(200 * 1024 ** 2, "x"));
const long = "x".repeat(60_000);
const gzipped = `${ok}Content-Encoding: gzip\r\nContent-Length: ${letters.length}\r\n\r\n`;
const bomb = Buffer.concat([Buffer.from(gzipped), letters]);
const within = Buffer.concat([Buffer.from(gzipped), gzipSync(letters)]);

/** Answers that are not honest HTTP, by the path that requests them. */
export const hostileAnswers: Record<string, Answer> = {
  "continues-for-ever": pouring("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(2000)),
  "hints-for-ever": pouring("", `HTTP/1.1 103 Early Hints\r\nLink: <${"x".repeat(500)}>\r\n\r\n`.repeat(50)),
  "hints-slowly": slowly("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
  "hints-and-an-answer": saying(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}Content-Length: 2\r\n\r\nOK`),
  "headers-for-ever": pouring(ok, `X-More: ${long}\r\n`),
  "small-headers-for-ever": pouring(ok, "a: b\r\n".repeat(5000)),
  "one-header-for-ever": pouring(`${ok}X-More: `, long),
  "status-line-for-ever": pouring("HTTP/1.1 200 ", long),
  "headers-slowly": slowly(ok, "X-More: y\r\n"),
  "a-chunk's-length-for-ever": pouring(`${ok}Transfer-Encoding: chunked\r\n\r\n`, "0".repeat(60_000)),
  "a-chunk's-words-for-ever": pouring(`${ok}Transfer-Encoding: chunked\r\n\r\n1;`, long),
  "chunks-of-one-for-ever": pouring(`${ok}Transfer-Encoding: chunked\r\n\r\n`, "1\r\nx\r\n".repeat(2000)),
  "trailers-for-ever": pouring(`${ok}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`, `X: ${long}\r\n`),
  "a-huge-chunk": saying(`${ok}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx`),
  "a-negative-chunk": saying(`${ok}Transfer-Encoding: chunked\r\n\r\n-5\r\nx`),
  "less-than-said": saying(`${ok}Content-Length: 500\r\n\r\nx`),
  "more-than-said": pouring(`${ok}Content-Length: 1\r\n\r\n`, long),
  "two-lengths": saying(`${ok}Content-Length: 1\r\nContent-Length: 5\r\n\r\nxxxxx`),
  "a-negative-length": saying(`${ok}Content-Length: -1\r\n\r\nxxxxx`),
  "a-length-of-30-digits": saying(`${ok}Content-Length: ${"9".repeat(30)}\r\n\r\nxxxxx`),
  "length-and-chunks": saying(`${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`),
  "chunks-by-a-name-with-a-space": saying(`${ok}Content-Length: 2\r\nTransfer-Encoding : chunked\r\n\r\n${forged}`),
  "chunks-by-the-2001st-header": saying(
    `${ok}Content-Length: 2\r\n${"a: b\r\n".repeat(2100)}Transfer-Encoding: chunked\r\n\r\n${forged}`,
  ),
  "empty-lines-for-ever": pouring("", "\r\n".repeat(30_000)),
  "a-bomb": saying(bomb),
  "a-bomb-within-a-bomb": saying(within),
  "no-gzip": saying(`${ok}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nxxxxx`),
  "half-a-gzip": (socket) => void socket.write(bomb.subarray(0, 300), () => socket.resetAndDestroy()),
  "an-unasked-switch": saying("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
  "status-000": saying("HTTP/1.1 000 None\r\n\r\n"),
  "status-99999": saying("HTTP/1.1 99999 Many\r\n\r\n"),
  "status-999": saying("HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n"),
  "http-9": saying("HTTP/9.9 200 OK\r\n\r\n"),
  "http-0.9": saying("hello"),
  "a-header-with-nul": saying(`${ok}X-Odd: a\0b\r\nContent-Length: 0\r\n\r\n`),
  "a-header-in-two-lines": saying(`${ok}X-Odd: a\r\n b\r\nContent-Length: 0\r\n\r\n`),
  "a-header-without-a-name": saying(`${ok}: a\r\nContent-Length: 0\r\n\r\n`),
  "redirects-to-a-cloud's-secrets": saying(
    "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/meta-data/\r\nContent-Length: 0\r\n\r\n",
  ),
  "redirects-with-a-flood": pouring("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 99999999999\r\n\r\n", long),
  "redirects-to-long-addresses": saying(`HTTP/1.1 302 Found\r\nLocation: /${long}\r\nContent-Length: 0\r\n\r\n`),
  "redirects-to-itself": saying("HTTP/1.1 307 Again\r\nLocation: \r\nContent-Length: 0\r\n\r\n"),
  "resets-within-the-head": (socket) => void socket.write(ok, () => socket.resetAndDestroy()),
  "ends-within-the-head": saying(ok),
};

/** Starts the server; it reports the bytes written and the open connections. */
export async function startHostileAnswers() {
  const sockets = new Set<Socket>();
  let written = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      written += socket.bytesWritten;
    });
    socket.once("data", (asked) => {
      const path = /^\S+ \/(\S*)/.exec(asked.toString("latin1"))?.[1] ?? "";
      hostileAnswers[path]?.(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string) => `http://127.0.0.1:${port}/${path}`,
    written: () => written + [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
