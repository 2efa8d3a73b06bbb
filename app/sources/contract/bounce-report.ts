import type { Attachment, Email } from "postal-mime";

/** A report that a mail was not delivered, as far as it says something of one of ours. */
export interface BounceReport {
  /** The text of `message/delivery-status`. */
  status: string;
  /** When it was written, UTC ms; null = it does not say. */
  at: number | null;
  /** Headers of the mail that came back, by their names in lower case. */
  returned: ReadonlyMap<string, string>;
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 65_536, forceRfc822Attachments: true } as const;

const textIn = ({ content }: Attachment): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content);

const headersOf = ({ headers }: Email): ReadonlyMap<string, string> =>
  new Map(headers.toReversed().map(({ key, value }) => [key, value]));

const ofType = ({ attachments }: Email, types: readonly string[]): Attachment | undefined =>
  attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));

/** What a mail server writes to who sent a mail (RFC 3464, RFC 6522); null = this is none, or nothing came back with it. */
export async function readBounceReport(bytes: Uint8Array): Promise<BounceReport | null> {
  const { default: PostalMime } = await import("postal-mime");
  try {
    const mail = await PostalMime.parse(bytes, limits);
    const status = ofType(mail, ["message/delivery-status", "message/global-delivery-status"]);
    const back = ofType(mail, ["message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers"]);
    if (!status || !back) return null;
    const returned = headersOf(await PostalMime.parse(`${textIn(back).trimStart()}\r\n\r\n`, limits));
    const at = Date.parse(mail.date ?? "");
    return { status: textIn(status), at: Number.isNaN(at) ? null : at, returned };
  } catch {
    return null;
  }
}
