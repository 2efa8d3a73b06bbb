import type { MailSession, OutgoingMail } from "~/mailers/contract/contract";
import { mailerAdapterOf } from "~/mailers/kinds/known-kinds";
import { parseConfig } from "~/platform/env";
import { newMeter } from "~/platform/meter";
import type { Outbound } from "~/platform/outbound";
import { cloudflareBinding, mailgunApi, postmarkApi, sesApi } from "./mail-apis";
import type { Arrived, MailPeer } from "./mail-peer";
import { nodeOutbound } from "./outbound";
import { type ResendApi, startResend } from "./resend-api";
import { type Smtp, type SmtpOptions, startSmtp } from "./smtp";

/** Returns outgoing calls to this machine; for the meter each call is an invocation of its own. */
export function testOutbound(ca: string[] = []): Outbound {
  const config = parseConfig({
    DB: {} as D1Database,
    UPFRONT_URL: "http://localhost:8787",
    UPFRONT_SECRET: "a secret that only the tests know, 32+",
  });
  const make = nodeOutbound({ networks: ["127.0.0.0/8", "::1"], ca });
  const fresh = () => make({ meter: newMeter(), config, now: Date.now, owner: "team" });
  return {
    fetch: (request) => fresh().fetch(request),
    connect: (target) => fresh().connect(target),
    upgrade: (request) => fresh().upgrade(request),
  };
}

export const noon = Date.UTC(2026, 10, 20, 12);

/** Opens a mailer of this kind as a use case does. */
export function openMailer(kind: string, settings: Record<string, unknown>, outbound: Outbound): MailSession {
  const adapter = mailerAdapterOf(kind);
  if (!adapter) throw new Error(`no mailer ${kind}`);
  return adapter.open({ settings: adapter.settings.parse(settings), outbound, now: () => noon });
}

export const mailTo = (to: string, over: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: `n1.${to.replace(/[^a-z0-9]/gi, "-")}@status.example.com`,
  from: { name: "Acme Status", address: "status@acme.example" },
  to,
  subject: "[Acme] Orders are late",
  text: "We look into it.",
  html: "<p>We look into it.</p>",
  headers: {},
  ...over,
});

export const smtpSettings = ({ host, port }: Smtp, over: Record<string, unknown> = {}) => ({
  host,
  port,
  security: "off",
  ...over,
});

/**
 * Starts a server that checks that the client waits for its greeting, with outgoing calls that trust its certificate.
 */
export async function startPeer(options: SmtpOptions = {}): Promise<{ server: Smtp; outbound: Outbound }> {
  const server = await startSmtp({ listensFirst: true, ...options });
  return { server, outbound: testOutbound(server.certificate ? [server.certificate.ca] : []) };
}

async function smtpPeer(): Promise<MailPeer> {
  const { server, outbound } = await startPeer();
  return {
    settings: smtpSettings(server),
    outbound,
    arrived: () =>
      server.mails.map((mail) => ({
        to: mail.recipient,
        fromName: mail.from?.name ?? "",
        fromAddress: mail.from?.address ?? "",
        subject: mail.subject ?? "",
        text: (mail.text ?? "").replace(/\n$/, ""),
        html: (mail.html ?? "").replace(/\n$/, ""),
        headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
      })),
    refuse: (by) => server.refuse((to) => (by(to) ? { code: 550, text: "5.1.1 No such mailbox" } : null)),
    close: () => server.close(),
  };
}

const namedAddress = (text: string): [string, string] => {
  const [, name = '""', address = ""] = /^(".*") <([^<>]+)>$/.exec(text) ?? [];
  return [JSON.parse(name) as string, address];
};

export const arrivedAt = (api: ResendApi): Arrived[] =>
  api.mails.map(({ to, from, subject, text, html, headers }) => {
    const [fromName, fromAddress] = namedAddress(from);
    const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
    return { to: to[0] ?? "", fromName, fromAddress, subject, text, html, headers: new Map(named) };
  });

async function resendPeer(): Promise<MailPeer> {
  const api = await startResend({ apiKey: "re_secret" });
  return {
    settings: { apiKey: "re_secret", baseUrl: api.url },
    outbound: testOutbound(),
    arrived: () => arrivedAt(api),
    refuse: (by) => api.refuse((to) => (by(to) ? "Invalid `to` field." : null)),
    close: () => api.close(),
  };
}

/** For each kind of mailer the real service it talks to, or a stand-in that answers like it. */
export const mailPeers: Record<string, () => Promise<MailPeer>> = {
  smtp: smtpPeer,
  resend: resendPeer,
  postmark: async () => postmarkApi(),
  mailgun: async () => mailgunApi(),
  ses: async () => sesApi(),
  cloudflare: async () => cloudflareBinding(),
};
