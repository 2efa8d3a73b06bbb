/** RFC 5322 Message-ID without its angle brackets; equal on every try, so that a mail sent twice is known as one. */
export const messageIdOf = (noticeId: string, recipientId: string, origin: string): string =>
  `${noticeId}.${recipientId}@${new URL(origin).hostname}`;
