import { createHmac } from "node:crypto";
import { isEqualInConstantTime } from "~/text/same-text";

interface TwilioRequest {
  /** The whole URL that Twilio was given. */
  url: string;
  fields: URLSearchParams;
  signature: string;
}

/** Verifies `X-Twilio-Signature`: https://www.twilio.com/docs/usage/security#validating-requests */
export function isTwilioSigned({ url, fields, signature }: TwilioRequest, token: string): boolean {
  const pairs = [...fields].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const expected = createHmac("sha1", token)
    .update(url + pairs.flat().join(""))
    .digest("base64");
  return isEqualInConstantTime(signature, expected);
}
