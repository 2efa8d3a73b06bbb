import { type AddressInfo, createServer } from "node:net";

/** A server whose answers are given byte for byte by a file or a test, by path. */
export interface WrittenAnswers {
  url: string;
  /** The requests as they arrived. */
  asked: string[];
  close(): Promise<void>;
}

/** Returns an answer with these headers, plus the two that end it. */
export const written = (headers: readonly string[], body: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(body);
  const head = ["HTTP/1.1 200 OK", ...headers, `Content-Length: ${bytes.length}`, "Connection: close"];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]);
};

/** Starts a server that adds nothing of its own: a request for `/name` is answered by those bytes. */
export async function startWrittenAnswers(answers: Readonly<Record<string, Buffer>>): Promise<WrittenAnswers> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (asked) => {
      requests.push(asked.toString("latin1"));
      const [, name = ""] = /^\w+ \/([^ ?]*)/.exec(asked.toString("latin1")) ?? [];
      socket.end(answers[name] ?? written([], ""));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    asked: requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => void server.close(() => done())),
  };
}
