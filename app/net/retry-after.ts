const imf = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Parses an HTTP date (RFC 9110, section 5.6.7) to UTC ms, in the current or an obsolete form; null when it is not one.
 */
export function parseHttpDate(given: string | null): number | null {
  const text = given?.trim() ?? "";
  if (!imf.test(text) && !rfc850.test(text) && !asctime.test(text)) return null;
  const at = Date.parse(asctime.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : at;
}

/**
 * Returns the seconds after which an answer asks for another call (RFC 9110, section 10.2.3); null when it does not. A
 * date is compared with the answer's own, because clocks differ; with `now`, UTC ms, when it has none.
 */
export function retryAfterSeconds(headers: Headers, now: number | undefined): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const [until, since] = [parseHttpDate(text), parseHttpDate(headers.get("date")) ?? now];
  return until === null || since === undefined ? null : Math.max(0, Math.ceil((until - since) / 1000));
}
