import { z } from "zod";
import type { Outbound, OutboundAnswer, OutboundFailure } from "../../platform/outbound";
import { isMailAddress } from "../../rules/mail-address";
import { defineMailer, type Handed, type Mail, notAnAddress, type Sending } from "../contract";
import { furtherHeaders, oneLine } from "../message";

const settings = z.object({
  apiKey: z
    .string()
    .min(1, "The key.")
    .max(200)
    .regex(/^\S+$/, "A key has no spaces.")
    .meta({ title: "API key", secret: true }),
  baseUrl: z.url("A web address.").default("https://api.resend.com").meta({ title: "Address of the API" }),
});
type Settings = z.output<typeof settings>;

/** The most that one call takes. */
const most = 100;
const timeout = 15_000;

const payloadOf = (mail: Mail) => ({
  from: `${JSON.stringify(oneLine(mail.from.name))} <${mail.from.address}>`,
  to: [mail.to],
  subject: oneLine(mail.subject),
  text: mail.text,
  html: mail.html,
  headers: { "Message-ID": `<${oneLine(mail.messageId)}>`, ...Object.fromEntries(furtherHeaders(mail)) },
});

async function keyOf(mails: readonly Mail[]): Promise<string> {
  const text = new TextEncoder().encode(mails.map((mail) => mail.messageId).join("\n"));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const answerSchema = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  data: z.array(z.object({ id: z.string() })).optional(),
  errors: z.array(z.object({ index: z.number(), message: z.string() })).optional(),
});
type Said = z.output<typeof answerSchema>;

function saidBy({ text }: OutboundAnswer): Said {
  try {
    return answerSchema.catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}

const short = (text: string): string => oneLine(text).slice(0, 400);
const away = (answer: string, retryAfter: number | null = null): Handed => ({ outcome: "away", answer, retryAfter });
const refused = (answer: string, permanent: boolean): Handed => ({ outcome: "refused", permanent, answer });

/** Seconds; a date is not what this API sends. */
function waitOf(headers: Headers): number | null {
  const given = headers.get("retry-after");
  return given !== null && /^\d{1,9}$/.test(given) ? Number(given) : null;
}

/** What a call that took all, or all but some, says about each. */
function taken(mails: readonly Mail[], said: Said): Handed[] {
  const errors = new Map(said.errors?.map(({ index, message }) => [index, message]));
  const ids = (said.data ?? []).values();
  return mails.map((_, index) => {
    const error = errors.get(index);
    if (error !== undefined) return refused(short(error), true);
    return { outcome: "sent", answer: ids.next().value?.id ?? "accepted" };
  });
}

/** The mails are at fault, all or one of them: nobody knows which. */
const isOfMails = ({ status }: OutboundAnswer, { name }: Said): boolean =>
  (status === 422 || status === 400) && name !== "invalid_from_address";

function refusalOf(answer: OutboundAnswer, said: Said): Handed {
  const words = short(`${answer.status} ${said.name ?? ""} ${said.message ?? ""}`);
  if (said.name === "invalid_idempotent_request") return { outcome: "sent", answer: "It was taken before." };
  if (said.name === "concurrent_idempotent_requests") return refused(words, false);
  return away(words, waitOf(answer.headers));
}

/** `resend.com/docs/api-reference/emails/send-batch-emails`, one call for up to 100 mails. */
function openResend({ settings: given, outbound }: { settings: Settings; outbound: Outbound }): Sending {
  const call = async (mails: readonly Mail[]): Promise<OutboundAnswer | OutboundFailure> => {
    const request = {
      url: `${given.baseUrl.replace(/\/+$/, "")}/emails/batch`,
      method: "POST",
      timeout,
      headers: {
        authorization: `Bearer ${given.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": await keyOf(mails),
        "x-batch-validation": "permissive",
      },
      body: JSON.stringify(mails.map(payloadOf)),
    };
    const first = await outbound.fetch(request);
    const unsure = !first.ok && first.reason === "timeout";
    return unsure ? outbound.fetch(request) : first;
  };
  /** Who is refused with others is asked for again in halves, so that one bad mail holds up nobody else. */
  const hand = async (mails: readonly Mail[]): Promise<Handed[]> => {
    const answer = await call(mails);
    if (!answer.ok) return mails.map(() => away(answer.detail));
    const said = saidBy(answer);
    if (answer.status >= 200 && answer.status < 300) return taken(mails, said);
    if (!isOfMails(answer, said)) return mails.map(() => refusalOf(answer, said));
    if (mails.length === 1) return [refused(short(said.message ?? `${answer.status}`), true)];
    const middle = Math.ceil(mails.length / 2);
    return [...(await hand(mails.slice(0, middle))), ...(await hand(mails.slice(middle)))];
  };
  return {
    async send(mails) {
      const handed: Handed[] = mails.map(() => notAnAddress);
      const good = [...mails.entries()].filter(([, { to }]) => isMailAddress(to));
      for (let start = 0; start < good.length; start += most) {
        const some = good.slice(start, start + most);
        const answers = await hand(some.map(([, mail]) => mail));
        some.forEach(([index], n) => {
          handed[index] = answers[n] as Handed;
        });
      }
      return handed;
    },
    close: async () => undefined,
  };
}

export const resend = defineMailer<Settings>({
  kind: "resend",
  title: "Resend",
  settings,
  open: openResend,
  sampleSettings: { apiKey: "re_123", baseUrl: "https://api.resend.com" },
});
