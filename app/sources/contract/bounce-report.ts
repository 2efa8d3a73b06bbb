import type { Attachment, Email } from "postal-mime";

/** A report of an undelivered email, as far as it concerns one of ours. */
export interface BounceReport {
  /** Text of `message/delivery-status`. */
  status: string;
  /** Instant of the report, UTC ms; null when it gives none. */
  at: number | null;
  /** Headers of the returned email, by their names in lower case. */
  returned: ReadonlyMap<string, string>;
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 65_536, forceRfc822Attachments: true } as const;

const textIn = ({ content }: Attachment): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content);

const headersOf = ({ headers }: Email): ReadonlyMap<string, string> =>
  new Map(headers.toReversed().map(({ key, value }) => [key, value]));

const ofType = ({ attachments }: Email, types: readonly string[]): Attachment | undefined =>
  attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));

/**
 * Reads a mail server's report to the sender (RFC 3464, RFC 6522); null when it is not one, or did not return the
 * email.
 */
export async function parseBounceReport(bytes: Uint8Array): Promise<BounceReport | null> {
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
