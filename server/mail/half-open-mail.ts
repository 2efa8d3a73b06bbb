import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { type MailLimitCounter, mailLimitValue } from "./mail-reached.ts";
import { MailSessions } from "./mail-sessions.ts";

type SMTPConnection = SMTPServer["connections"] extends Set<infer Each> ? Each : never;

const comeBack = "Too many connections: come back later.";

/**
 * A mail server that answers everything that came before its client ended its side. Exim ends it right after its data;
 * the package alone then closes before the answer, and Exim sends an accepted email again. It also assigns its
 * connections.
 */
export class HalfOpenMailServer extends SMTPServer {
  private readonly sessions: MailSessions;
  private readonly reached: MailLimitCounter;
  private readonly sessionTime: number;

  constructor(options: SMTPServerOptions, reached: MailLimitCounter, sessionTime = mailLimitValue("session")) {
    super({ ...options, allowHalfOpen: true });
    this.reached = reached;
    this.sessions = new MailSessions(reached);
    this.sessionTime = sessionTime;
  }

  override connect(...[socket, options]: Parameters<SMTPServer["connect"]>): void {
    const end = (text: string) => {
      if (socket.writable) socket.end(`421 ${text}\r\n`);
      setTimeout(() => socket.destroy(), 1000).unref();
    };
    if (!this.sessions.admit(socket, () => end(comeBack))) {
      socket.on("error", () => undefined);
      end(comeBack);
      return;
    }
    const late = setTimeout(() => {
      this.reached.count("session");
      end("The session took too long.");
    }, this.sessionTime).unref();
    socket.once("close", () => clearTimeout(late));
    // The package answers only while this says "open", which Node no longer does once the client has ended its side.
    Object.defineProperty(socket, "readyState", { get: () => (socket.writable ? "open" : "closed") });
    super.connect(socket, options);
    const opened = [...this.connections].find((each) => each._socket === socket);
    if (!opened?._parser) return;
    // Its parser finishes once the last command is answered.
    opened._parser.once("finish", () => socket.end());
    this.countCommands(opened);
  }

  /**
   * Limits commands, which also cost the process that serves pages: a client that sends no message among them is
   * disconnected.
   */
  private countCommands(connection: SMTPConnection): void {
    const parser = connection._parser;
    if (!parser) return;
    const run = parser.oncommand;
    let [commands, messages] = [0, 0];
    parser.oncommand = (command, next) => {
      commands = messages === connection._transactionCounter ? commands + 1 : 1;
      messages = connection._transactionCounter;
      if (commands <= mailLimitValue("commands")) return run(command, next);
      this.reached.count("commands");
      connection.send(421, "Too many commands without a message.");
    };
  }
}
