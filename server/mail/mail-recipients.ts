import { domainToASCII } from "node:url";
import type { SMTPServerOptions, SMTPServerSession } from "smtp-server";
import { bounceMailboxName, isOwnMailboxName } from "../../app/net/own-mail-names.ts";
import type { MailLimitName } from "../../app/plan/mail-limits.ts";
import type { MailAnswer } from "./mail.ts";
import { type MailLimitCounter, mailLimitValue } from "./mail-reached.ts";

/** Refusal of a client, with code and words, and the limit that was reached. */
export class MailRefusalError extends Error {
  readonly responseCode: number;
  readonly limit: MailLimitName | null;

  constructor(responseCode: number, text: string, limit: MailLimitName | null = null) {
    super(text);
    this.responseCode = responseCode;
    this.limit = limit;
  }
}

export const retryLaterRefusal = (limit: MailLimitName | null = null) =>
  new MailRefusalError(451, "Not now: send it again later.", limit);

interface RecipientContext {
  domain: string;
  /** Asks whether this address takes email, before its message is sent. */
  takesMail(to: string): Promise<MailAnswer>;
  reached: MailLimitCounter;
}

/** The addresses of one domain, in lower case and Punycode however they were written. */
export class MailRecipientVerifier {
  private readonly domain: string;
  private readonly asking: RecipientContext;
  private readonly unknown = new WeakMap<SMTPServerSession, number>();
  private readonly known = new WeakMap<SMTPServerSession, Set<string>>();

  constructor(asking: RecipientContext) {
    this.asking = asking;
    this.domain = domainToASCII(asking.domain);
  }

  /** Returns the address as the worker knows it; null = it cannot exist here. */
  plain(address: string): string | null {
    const [local = "", domain = ""] = address.toLowerCase().split("@");
    if (this.domain === "" || domainToASCII(domain) !== this.domain) return null;
    return isOwnMailboxName(local) ? `${local}@${this.asking.domain}` : null;
  }

  isReport(address: string): boolean {
    return this.plain(address)?.startsWith(`${bounceMailboxName}@`) ?? false;
  }

  /** Handler for the server. An unknown address is refused before its message is processed. */
  readonly ask: NonNullable<SMTPServerOptions["onRcptTo"]> = ({ address }, session, done) => {
    if (session.envelope.rcptTo.length >= mailLimitValue("recipients")) {
      this.asking.reached.count("recipients");
      return done(new MailRefusalError(452, "Too many recipients: send the rest in another message."));
    }
    void this.answer(address, session).then((answer) => {
      if (answer.outcome === "taken") return done();
      done(answer.outcome === "later" ? retryLaterRefusal() : this.refuse(session));
    });
  };

  private async answer(address: string, session: SMTPServerSession): Promise<MailAnswer> {
    const plain = this.plain(address);
    if (plain === null) return { outcome: "refused", reason: "" };
    const known = this.known.get(session) ?? new Set();
    if (known.has(plain) || this.isReport(plain)) return { outcome: "taken" };
    const answer = await this.asking.takesMail(plain).catch((): MailAnswer => ({ outcome: "later" }));
    if (answer.outcome === "taken") this.known.set(session, known.add(plain));
    return answer;
  }

  private refuse(session: SMTPServerSession): Error {
    const count = (this.unknown.get(session) ?? 0) + 1;
    this.unknown.set(session, count);
    const text = "There is no such address here.";
    if (count < mailLimitValue("unknown")) return new MailRefusalError(550, text);
    this.asking.reached.count("unknown");
    return new MailRefusalError(421, text);
  }
}
