import { createVerify, X509Certificate } from "node:crypto";
import { isCertificateOfSns, snsCertificateUrlPattern } from "./sns-certificate";

type SnsEnvelope = Record<string, unknown>;

const notificationFields = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
const subscriptionFields = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

function signedText(envelope: SnsEnvelope): string {
  const names = envelope.Type === "Notification" ? notificationFields : subscriptionFields;
  const said = names.filter((name) => typeof envelope[name] === "string");
  return said.map((name) => `${name}\n${envelope[name]}\n`).join("");
}

const algorithms: Record<string, string> = { "1": "RSA-SHA1", "2": "RSA-SHA256" };

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Verifies an SNS signature. Returns false if the certificate or the signature cannot be read. `certificate` is the
 * text at the address that the envelope names.
 */
export function isSignedBySns(envelope: SnsEnvelope, certificate: string, now: number): boolean {
  const algorithm = algorithms[String(envelope.SignatureVersion).trim()];
  const address = snsCertificateUrlOf(envelope);
  if (!algorithm || address === null || !isCertificateOfSns(certificate, address, now)) return false;
  try {
    const { publicKey } = new X509Certificate(certificate);
    const signature = Buffer.from(text(envelope.Signature), "base64");
    return createVerify(algorithm).update(signedText(envelope)).verify(publicKey, signature);
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/**
 * Returns the address of the certificate for the envelope's signature, or null if it names none or one that is not
 * Amazon's.
 */
export function snsCertificateUrlOf({ SigningCertURL, SigningCertUrl }: SnsEnvelope): string | null {
  const url = text(SigningCertURL) || text(SigningCertUrl);
  return snsCertificateUrlPattern.test(url) ? url : null;
}
