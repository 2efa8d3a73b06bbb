import { X509Certificate } from "node:crypto";

/**
 * A region as Amazon names it. It has no digit before its last part: `sns.s3-us-west-2.amazonaws.com` would be the
 * bucket `sns`, which anyone may own.
 */
const region = "[a-z]{2,4}(?:-[a-z]+){1,3}-\\d{1,2}";
const host = `https://sns\\.(${region})\\.(amazonaws\\.com(?:\\.cn)?)`;

/**
 * The address of an SNS certificate. The whole address is matched, because the host also answers calls of SNS's own
 * API, with text that the caller chose. Query, port, user and fragment are not allowed.
 */
export const snsCertificateUrlPattern = new RegExp(`^${host}/SimpleNotificationService-[0-9a-f]{1,64}\\.pem$`);

/** The address that confirms a subscription. Its token is part of the signed content. */
export const snsConfirmationUrlPattern = new RegExp(`^${host}/\\?Action=ConfirmSubscription&[\\w=&:%.+~-]{1,2000}$`);

const block = /-----BEGIN CERTIFICATE-----\r?\n(?:[A-Za-z0-9+/=]{1,76}\r?\n)+-----END CERTIFICATE-----/.source;
const blocks = new RegExp(`^${block}(?:\\s{1,4}${block}){0,4}\\s{0,4}$`);

/**
 * Returns true if the text consists of certificates only, because a text that merely contains one may serve another
 * purpose.
 */
export const isPemOfCertificates = (text: string): boolean => blocks.test(text);

/**
 * Returns the names that the certificate at an address may be for: `sns.amazonaws.com`, or a name of that region, as
 * newer regions and other partitions have them (aws-sdk-java-v2, `SnsHostProvider`).
 */
function namesFor(address: string): string[] {
  const [, home = "", domain = ""] = snsCertificateUrlPattern.exec(address) ?? [];
  const regional = [`sns-signing.${home}.${domain}`, `sns.${home}.${domain}`, `sns-${home}.${domain}`];
  return ["sns.amazonaws.com", ...regional, ...(home.startsWith("us-gov-") ? ["sns-us-gov-west-1.amazonaws.com"] : [])];
}

/** Returns true if the text at an address is a valid certificate of SNS for that address, within its dates. */
export function isCertificateOfSns(text: string, address: string, now: number): boolean {
  if (!isPemOfCertificates(text)) return false;
  try {
    const certificate = new X509Certificate(text);
    const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    return from <= now && now <= to && namesFor(address).some((name) => certificate.checkHost(name) !== undefined);
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
