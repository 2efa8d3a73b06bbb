import type { ByteConnection } from "~/platform/outbound";
import { englishSentence, type Refusal } from "../contract";

export interface SmtpReply {
  code: number;
  /** Lines of the reply without the code. */
  lines: string[];
}

/** The other side closed, hung or did not speak SMTP: this connection cannot be used any more. */
export class SmtpWireError extends Error {
  constructor(readonly why: Refusal) {
    super(why);
  }
}

/** Commands and replies (RFC 5321 §4.2) over a byte stream; every wait has a limit. Throws SmtpWireError only. */
export interface SmtpWire {
  say(line: string, milliseconds: number): Promise<void>;
  reply(milliseconds: number): Promise<SmtpReply>;
  /** Continues under TLS. Throws when unread plain text is left that would be taken for text under TLS. */
  startTls(): void;
  close(): Promise<void>;
}

const maxReplyChars = 64 * 1024;
const replyLine = /^(\d{3})(?:([ -])(.*))?$/;

const slowToTake = (milliseconds: number) =>
  englishSentence("Sending to the server took more than {{milliseconds}} ms.", { milliseconds });
const slowToReply = (milliseconds: number) =>
  englishSentence("The server’s reply took more than {{milliseconds}} ms.", { milliseconds });

/** Returns the work's value; throws SmtpWireError when it fails or takes too long. */
export async function withWireTimeout<T>(work: Promise<T>, milliseconds: number, late: Refusal): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SmtpWireError(late)), milliseconds);
  });
  try {
    return await Promise.race([work, end]);
  } catch (error) {
    if (error instanceof SmtpWireError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new SmtpWireError(englishSentence("The connection broke: {{detail}}", { detail }));
  } finally {
    clearTimeout(timer);
  }
}

/** Splits the first complete reply off the text; null while its last line is missing. */
function takeReply(text: string): { reply: SmtpReply; rest: string } | null {
  const lines: string[] = [];
  let code: number | null = null;
  let at = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
    const line = text.slice(at, end).replace(/\r$/, "");
    at = end + 1;
    const found = replyLine.exec(line);
    if (!found) throw new SmtpWireError(englishSentence("The server does not speak SMTP."));
    code ??= Number(found[1]);
    if (code !== Number(found[1])) throw new SmtpWireError(englishSentence("The server mixed two replies."));
    lines.push(found[3] ?? "");
    if (found[2] !== "-") return { reply: { code, lines }, rest: text.slice(at) };
  }
  return null;
}

export function openSmtpWire(first: ByteConnection): SmtpWire {
  let connection = first;
  let reader = connection.readable.getReader();
  let writer = connection.writable.getWriter();
  let decoder = new TextDecoder();
  let text = "";

  const nextReply = async (): Promise<SmtpReply> => {
    for (;;) {
      const taken = takeReply(text);
      if (taken) {
        text = taken.rest;
        return taken.reply;
      }
      const { value, done } = await reader.read();
      if (done) throw new SmtpWireError(englishSentence("The server ended the connection."));
      text += decoder.decode(value, { stream: true });
      if (text.length > maxReplyChars) throw new SmtpWireError(englishSentence("The server’s reply is too long."));
    }
  };

  return {
    say: (line, milliseconds) =>
      withWireTimeout(writer.write(new TextEncoder().encode(`${line}\r\n`)), milliseconds, slowToTake(milliseconds)),
    reply: (milliseconds) => withWireTimeout(nextReply(), milliseconds, slowToReply(milliseconds)),
    startTls() {
      if (text !== "") throw new SmtpWireError(englishSentence("The server sent data between STARTTLS and TLS."));
      reader.releaseLock();
      writer.releaseLock();
      connection = connection.startTls();
      reader = connection.readable.getReader();
      writer = connection.writable.getWriter();
      decoder = new TextDecoder();
    },
    close: () => connection.close(),
  };
}
