import { englishText } from "~/failures/refusal";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import type { OutboundAnswer, OutboundRequest } from "~/platform/outbound";
import { aMailer } from "./scenario";

/** All other servers of a world: targets by host, and a mail service that accepts everything. */
export interface WorldNetwork {
  outbound: NonNullable<CtxOptions["outbound"]>;
  /** Hosts that answer 500. */
  down: Set<string>;
  /** Number of emails of each address. */
  mails: Map<string, number>;
}

const mailService = "mail.example";

/** The deployment's mailer, which uses the mail service of the world's network. */
export const worldMailer = aMailer({
  kind: "resend",
  settings: { apiKey: "re_1", baseUrl: `https://${mailService}` },
});

const said = (status: number, text: string): OutboundAnswer => ({
  ok: true,
  status,
  text,
  headers: new Headers(),
  truncated: false,
  milliseconds: 20,
});

export function worldNetwork(): WorldNetwork {
  const down = new Set<string>();
  const mails = new Map<string, number>();
  const take = ({ body = "[]" }: OutboundRequest) => {
    const handed = JSON.parse(body) as { to: string[] }[];
    for (const to of handed.flatMap((each) => each.to)) mails.set(to, (mails.get(to) ?? 0) + 1);
    return said(200, JSON.stringify({ data: handed.map((_, index) => ({ id: `taken-${index}` })) }));
  };
  const answer = (request: OutboundRequest) => {
    const { hostname } = new URL(request.url);
    return hostname === mailService ? take(request) : said(down.has(hostname) ? 500 : 200, "ok");
  };
  const closed = {
    ok: false,
    reason: "unreachable",
    code: "unreachable",
    detail: englishText(""),
    milliseconds: 0,
  } as const;
  return {
    down,
    mails,
    outbound: ({ meter }) => ({
      async fetch(request) {
        chargeMeter(meter, "subrequests", 1);
        return answer(request);
      },
      connect: async () => closed,
      upgrade: async () => closed,
    }),
  };
}
