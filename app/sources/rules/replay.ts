/** Most bytes of a body that are stored. */
export const maxStoredBodyBytes = 65_536;

export const testUserAgent = "upfront-test";

export interface ReplayableDelivery {
  headers: Readonly<Record<string, string>>;
  body: string;
  replayOf: string | null;
}

/** Reason why a delivery cannot be read again: nothing or only a part of it was stored, or it is a replay or a test. */
export type ReplayRefusal = "not_kept" | "too_long" | "is_replay" | "is_test";

const encoder = new TextEncoder();

export function replayRefusalOf({ headers, body, replayOf }: ReplayableDelivery): ReplayRefusal | null {
  if (replayOf !== null) return "is_replay";
  if (headers["user-agent"] === testUserAgent) return "is_test";
  if (encoder.encode(body).length >= maxStoredBodyBytes) return "too_long";
  const isInQuery = body === "" && headers[":query"] !== undefined;
  return body === "" && !isInQuery ? "not_kept" : null;
}
