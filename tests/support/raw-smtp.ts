import net, { type AddressInfo, type Socket } from "node:net";

/** Returns the answer to one line of the client: text to send, or null to hang; it may also act on the socket. */
export type Script = (line: string, socket: Socket) => string | null;

export interface RawSmtp {
  host: string;
  port: number;
  /** The text that clients sent, line by line. */
  lines: string[];
  close(): Promise<void>;
}

/** Starts a server that follows the script, polite or not. `greeting` null = sends none. */
export async function startRawSmtp(greeting: string | null, script: Script): Promise<RawSmtp> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let text = "";
    if (greeting !== null) socket.write(greeting);
    socket.on("error", () => socket.destroy());
    socket.on("data", (part) => {
      text += part.toString("latin1");
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        lines.push(line);
        const answer = script(line, socket);
        if (answer) socket.write(answer);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    lines,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Returns the script of a server that accepts every email; `over` changes the answer to some lines (undefined = as
 * usual).
 */
export function polite(over: (line: string, socket: Socket) => string | null | undefined = () => undefined): Script {
  let inMail = false;
  return (line, socket) => {
    if (inMail && line !== ".") return null;
    const other = over(line, socket);
    if (other !== undefined) {
      inMail = false;
      return other;
    }
    if (inMail) {
      inMail = false;
      return "250 2.0.0 taken\r\n";
    }
    if (line.startsWith("EHLO")) return "250-test\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME\r\n";
    if (line === "DATA") {
      inMail = true;
      return "354 go on\r\n";
    }
    if (line.startsWith("AUTH")) return "235 2.7.0 welcome\r\n";
    return line === "QUIT" ? "221 bye\r\n" : "250 ok\r\n";
  };
}
