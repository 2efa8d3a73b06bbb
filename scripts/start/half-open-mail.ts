import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/**
 * A mail server that answers all that came before its client ended its side. Exim ends it right behind its data; the package
 * alone then closes before the answer, and Exim sends a mail again that was taken.
 */
export class HalfOpenServer extends SMTPServer {
  constructor(options: SMTPServerOptions) {
    super({ ...options, allowHalfOpen: true });
  }

  override connect(...[socket, options]: Parameters<SMTPServer["connect"]>): void {
    // The package answers only while this says "open", which Node no longer does once the client has ended its side.
    Object.defineProperty(socket, "readyState", { get: () => (socket.writable ? "open" : "closed") });
    super.connect(socket, options);
    const opened = [...this.connections].find((each) => each._socket === socket);
    // Its parser has finished once the last command is answered.
    if (opened?._parser) opened._parser.once("finish", () => socket.end());
  }
}
