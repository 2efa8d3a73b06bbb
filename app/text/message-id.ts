/**
 * Returns an RFC 5322 Message-ID without its angle brackets; equal on every try, so that an email sent twice is
 * recognised. `textId`: notice, recipient, and a part that distinguishes different texts.
 */
export const emailMessageId = (textId: string, origin: string): string => `${textId}@${new URL(origin).hostname}`;
