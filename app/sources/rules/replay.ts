/** A body is kept up to so many bytes. */
export const bodyKept = 65_536;

export const testAgent = "upfront-test";

export interface KeptDelivery {
  headers: Readonly<Record<string, string>>;
  body: string;
  replayOf: string | null;
}

/** Why a delivery cannot be read again: nothing of it was kept, or not all of it; it is one of ours. */
export type NotReplayed = "not_kept" | "too_long" | "is_replay" | "is_test";

const encoder = new TextEncoder();

export function whyNotReplayed({ headers, body, replayOf }: KeptDelivery): NotReplayed | null {
  if (replayOf !== null) return "is_replay";
  if (headers["user-agent"] === testAgent) return "is_test";
  if (encoder.encode(body).length >= bodyKept) return "too_long";
  const isInQuery = body === "" && headers[":query"] !== undefined;
  return body === "" && !isInQuery ? "not_kept" : null;
}
