import { connect } from "node:net";

export interface Heard {
  /** Codes of all answers, in order. */
  codes: string[];
  /** True when the server ended the connection. */
  closed: boolean;
}

/**
 * Sends all this after the greeting, byte by byte as given, and returns what the client receives within its waiting
 * time.
 */
export const talk = (port: number, parts: readonly (string | Buffer)[], ms = 5000): Promise<Heard> =>
  new Promise((done) => {
    let heard = "";
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const tell = (closed: boolean) => {
      clearTimeout(patience);
      socket.destroy();
      done({ codes: heard.match(/^\d{3}(?= )/gm) ?? [], closed });
    };
    const patience = setTimeout(() => tell(false), ms);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      for (const part of parts) socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
    });
    socket.on("data", (part) => {
      heard += part.toString("latin1");
    });
    socket.on("close", () => tell(true));
  });
