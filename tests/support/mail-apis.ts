import PostalMime from "postal-mime";
import type { EmailResult, OutboundEmail, OutboundFailure, OutboundRequest } from "~/platform/outbound";
import type { Arrived, MailPeer } from "./mail-peer";

/**
 * An answer of a service as its documentation describes it (read in November 2026); calls are recorded as they leave.
 */
interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  truncated?: boolean;
}

export interface MailApi extends MailPeer {
  /** The calls that were made. */
  requests: OutboundRequest[];
  /** Gives this answer until it is reset by null. */
  answer(by: Answer | null): void;
}

type Take = (request: OutboundRequest, refuses: (to: string) => boolean) => Promise<{ arrived: Arrived[] } & Answer>;

const nobody: OutboundFailure = {
  ok: false,
  reason: "unreachable",
  code: "test",
  detail: "call.unreachable",
  milliseconds: 1,
};

function apiOf(settings: Record<string, unknown>, take: Take): MailApi {
  const mails: Arrived[] = [];
  const requests: OutboundRequest[] = [];
  let refuses: (to: string) => boolean = () => false;
  let fixed: Answer | null = null;
  return {
    settings,
    requests,
    outbound: {
      connect: async () => nobody,
      upgrade: async () => nobody,
      async fetch(request) {
        requests.push(request);
        const {
          arrived,
          status,
          body,
          headers,
          truncated = false,
        } = fixed ? { arrived: [], ...fixed } : await take(request, (to) => refuses(to));
        mails.push(...arrived);
        const text = typeof body === "string" ? body : JSON.stringify(body);
        return { ok: true, status, headers: new Headers(headers ?? {}), text, truncated, milliseconds: 1 };
      },
    },
    arrived: () => mails,
    refuse(by) {
      refuses = by;
    },
    answer(by) {
      fixed = by;
    },
    close: async () => undefined,
  };
}

const named = (text: string): [string, string] => {
  const [, name = '""', address = ""] = /^(".*") <([^<>]+)>$/.exec(text) ?? [];
  return [JSON.parse(name) as string, address];
};

async function arrivedFrom(mime: string, to: string): Promise<Arrived> {
  const mail = await PostalMime.parse(mime);
  return {
    to,
    fromName: mail.from?.name ?? "",
    fromAddress: mail.from?.address ?? "",
    subject: mail.subject ?? "",
    text: (mail.text ?? "").replace(/\n$/, ""),
    html: (mail.html ?? "").replace(/\n$/, ""),
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
  };
}

const headerOf = ({ headers = {} }: OutboundRequest, name: string) => new Headers(headers).get(name);
const forbidden = { arrived: [], status: 401, body: "Forbidden" };

interface PostmarkMail {
  From: string;
  To: string;
  Subject: string;
  TextBody: string;
  HtmlBody: string;
  Headers: { Name: string; Value: string }[];
}

/** `postmarkapp.com/developer/api/email-api#send-batch-emails` */
export const postmarkApi = (): MailApi =>
  apiOf({ serverToken: "pm-secret" }, async (request, refuses) => {
    if (headerOf(request, "x-postmark-server-token") !== "pm-secret")
      return {
        arrived: [],
        status: 401,
        body: { ErrorCode: 10, Message: "No Account or Server API tokens were supplied" },
      };
    if (request.url !== "https://api.postmarkapp.com/email/batch")
      return { arrived: [], status: 404, body: { ErrorCode: 404, Message: "No such endpoint" } };
    const given = JSON.parse(request.body ?? "") as PostmarkMail[];
    const inactive = "You tried to send to a recipient that has been marked as inactive.";
    const body = given.map(({ To }) =>
      refuses(To)
        ? { ErrorCode: 406, Message: inactive }
        : { To, ErrorCode: 0, Message: "OK", MessageID: crypto.randomUUID() },
    );
    const arrived = given
      .filter(({ To }) => !refuses(To))
      .map(({ From, To, Subject, TextBody, HtmlBody, Headers }) => {
        const [fromName, fromAddress] = named(From);
        const headers = new Map(Headers.map(({ Name, Value }) => [Name.toLowerCase(), Value]));
        if (headers.get("x-pm-keepid") !== "true") headers.set("message-id", `<${crypto.randomUUID()}@mtasv.net>`);
        return { to: To, fromName, fromAddress, subject: Subject, text: TextBody, html: HtmlBody, headers };
      });
    return { arrived, status: 200, body };
  });

/** Reads the fields of `multipart/form-data` with the runtime's own parser. */
async function formOf(request: OutboundRequest): Promise<FormData> {
  const headers = { "content-type": headerOf(request, "content-type") ?? "" };
  return new Response(request.body, { headers }).formData();
}

/** `documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages.mime` */
export const mailgunApi = (): MailApi =>
  apiOf({ apiKey: "mg-secret", domain: "mg.example.com", region: "eu" }, async (request, refuses) => {
    if (headerOf(request, "authorization") !== `Basic ${btoa("api:mg-secret")}`) return forbidden;
    if (request.url !== "https://api.eu.mailgun.net/v3/mg.example.com/messages.mime")
      return { arrived: [], status: 404, body: { message: "Domain not found" } };
    const form = await formOf(request);
    const to = String(form.get("to"));
    if (refuses(to))
      return {
        arrived: [],
        status: 400,
        body: { message: "to parameter is not a valid address. please check documentation" },
      };
    const arrived = [await arrivedFrom(await (form.get("message") as File).text(), to)];
    return { arrived, status: 200, body: { id: "<20261120.1@mg.example.com>", message: "Queued. Thank you." } };
  });

interface SesCall {
  Destination: { ToAddresses: [string] };
  Content: { Raw: { Data: string } };
}

/** `docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html`: it gives each email its own Message-ID. */
export const sesApi = (): MailApi => {
  const keys = { accessKeyId: "AKIDEXAMPLEAKIDEXAMP", secretAccessKey: "aws-secret" };
  const api = apiOf({ region: "eu-west-1", ...keys }, async (request, refuses) => {
    const scope = `Credential=${keys.accessKeyId}/20261120/eu-west-1/ses/aws4_request`;
    if (!headerOf(request, "authorization")?.includes(scope))
      return {
        arrived: [],
        status: 403,
        body: { message: "Unknown" },
        headers: { "x-amzn-errortype": "UnrecognizedClientException" },
      };
    const { Destination, Content } = JSON.parse(request.body ?? "") as SesCall;
    const [to] = Destination.ToAddresses;
    if (refuses(to))
      return {
        arrived: [],
        status: 400,
        body: { message: "Illegal address" },
        headers: { "x-amzn-errortype": "BadRequestException" },
      };
    const mail = await arrivedFrom(Buffer.from(Content.Raw.Data, "base64").toString("utf8"), to);
    const id = crypto.randomUUID();
    mail.headers.set("message-id", `<${id}@eu-west-1.amazonses.com>`);
    return { arrived: [mail], status: 200, body: { MessageId: id } };
  });
  return { ...api, givesOwnId: true };
};

export interface EmailBindingPeer extends MailPeer {
  /** Makes the next emails fail with this error; null = they are accepted. */
  fail(by: { code: string | null; detail: string } | null): void;
  mails: OutboundEmail[];
}

/** Stands for Cloudflare's binding, which refuses an email with a header that is not on its list. */
export function cloudflareBinding(): EmailBindingPeer {
  const mails: OutboundEmail[] = [];
  let refuses: (to: string) => boolean = () => false;
  let failing: { code: string | null; detail: string } | null = null;
  const listed = /^(x-[\w-]+|in-reply-to|references|list-[a-z-]+|precedence|auto-submitted)$/i;
  const email = async (mail: OutboundEmail): Promise<EmailResult> => {
    if (failing) return { ok: false, ...failing };
    if (refuses(mail.to)) return { ok: false, code: "E_RECIPIENT_SUPPRESSED", detail: "The recipient is suppressed." };
    const odd = Object.keys(mail.headers).find((name) => !listed.test(name));
    if (odd) return { ok: false, code: "E_HEADER_NOT_ALLOWED", detail: `Header '${odd}' is not allowed.` };
    mails.push(mail);
    return { ok: true, id: `<${crypto.randomUUID()}@cloudflare.example>` };
  };
  return {
    settings: {},
    outbound: { fetch: async () => nobody, connect: async () => nobody, upgrade: async () => nobody, email },
    givesOwnId: true,
    mails,
    arrived: () =>
      mails.map(({ to, from, subject, text, html, headers }) => ({
        ...{ to, subject, text, html, fromName: from.name, fromAddress: from.email },
        headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      })),
    refuse(by) {
      refuses = by;
    },
    fail(by) {
      failing = by;
    },
    close: async () => undefined,
  };
}
