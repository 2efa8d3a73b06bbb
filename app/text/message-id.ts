/**
 * RFC 5322 Message-ID without its angle brackets; equal on every try, so that a mail sent twice is known as one. `textId`: notice
 * and recipient, and what tells its words from others.
 */
export const messageIdOf = (textId: string, origin: string): string => `${textId}@${new URL(origin).hostname}`;
