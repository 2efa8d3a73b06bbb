/** Most bytes of a body that are stored. */
export const maxBodyBytes = 65_536;

export const testAgent = "upfront-test";

export interface KeptDelivery {
  headers: Readonly<Record<string, string>>;
  body: string;
  replayOf: string | null;
}

/** Reason why a delivery cannot be read again: nothing or only a part of it was stored, or it is a replay or a test. */
export type ReplayRefusal = "not_kept" | "too_long" | "is_replay" | "is_test";

const encoder = new TextEncoder();

export function replayRefusalOf({ headers, body, replayOf }: KeptDelivery): ReplayRefusal | null {
  if (replayOf !== null) return "is_replay";
  if (headers["user-agent"] === testAgent) return "is_test";
  if (encoder.encode(body).length >= maxBodyBytes) return "too_long";
  const isInQuery = body === "" && headers[":query"] !== undefined;
  return body === "" && !isInQuery ? "not_kept" : null;
}
