import { createSign } from "node:crypto";
import { noOutbound, type Outbound } from "~/platform/outbound";
import { certificateFor } from "./certificates";

const host = "https://sns.eu-west-1.amazonaws.com";
const certificateUrl = `${host}/SimpleNotificationService-1.pem`;

const account = "123456789012";
export const topicOf = (name: string, of = account) => `arn:aws:sns:eu-west-1:${of}:${name}`;

/** Returns true for the address at which Amazon says who owns a key. */
export const isWhoseKey = (url: string) => url.startsWith("https://sts.eu-west-1.amazonaws.com/");
const identity = `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::${account}:user/mail</Arn><Account>${account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** An answer of SNS's own API that contains a text by the caller. */
export const signedCall = `${host}/?Action=ListTagsForResource&X-Amz-Signature=00&x=.pem`;

const signed = ["Message", "MessageId", "SubscribeURL", "Subject", "Timestamp", "Token", "TopicArn", "Type"];

/** Opens Amazon's side of SNS at `now`, and that of an attacker who has a certificate with the same names. */
export function openSns(now: () => number) {
  const [amazon, mallory] = [1, 2].map(() => certificateFor(["DNS:sns.amazonaws.com"], 60));
  const textAt = (url: string) => {
    if (url === certificateUrl) return amazon?.cert ?? "";
    if (isWhoseKey(url)) return identity;
    return url === signedCall ? `<Response><Value>\n${mallory?.cert}\n</Value></Response>` : "confirmed";
  };
  const iso = () => new Date(now()).toISOString();
  /** Signs a message as Amazon does (`docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html`). */
  function message(given: Record<string, string>, key = amazon?.key ?? "") {
    const envelope: Record<string, string> = {
      ...{ Type: "Notification", MessageId: "m1", TopicArn: topicOf("mail"), Timestamp: iso() },
      ...{ SignatureVersion: "2", SigningCertURL: certificateUrl, ...given },
    };
    const names = signed.filter((name) => envelope[name] !== undefined);
    const text = names.map((name) => `${name}\n${envelope[name]}\n`).join("");
    return { ...envelope, Signature: createSign("RSA-SHA256").update(text).sign(key, "base64") };
  }
  const event = (said: unknown, given: Record<string, string> = {}) =>
    message({ Message: JSON.stringify(said), ...given });
  const complaintOf = (emailAddress: string) => ({
    eventType: "Complaint",
    complaint: { timestamp: iso(), complainedRecipients: [{ emailAddress }] },
  });
  const complaint = (address: string, given: Record<string, string> = {}) => event(complaintOf(address), given);
  const forged = (address: string) =>
    message({ Message: JSON.stringify(complaintOf(address)), SigningCertURL: signedCall }, mallory?.key);
  function confirmation(topic: string, of?: string) {
    const TopicArn = topicOf(topic, of);
    const url = `${host}/?Action=ConfirmSubscription&TopicArn=${TopicArn}&Token=t`;
    const said = { Type: "SubscriptionConfirmation", Message: "You have chosen …", Token: "t" };
    return { url, asked: message({ ...said, TopicArn, SubscribeURL: url }) };
  }
  /** Returns outgoing calls that record addresses in `fetches`. */
  const outbound = (fetches: string[]): Outbound => ({
    ...noOutbound,
    async fetch({ url }) {
      fetches.push(url);
      return { ok: true, status: 200, headers: new Headers(), text: textAt(url), truncated: false, milliseconds: 1 };
    },
  });
  return { message, event, complaint, forged, confirmation, outbound };
}
