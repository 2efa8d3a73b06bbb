import { verify, type X509Certificate } from "node:crypto";

/** Hash of each signature scheme (RFC 8446 §4.2.3); for ECDSA and EdDSA the key gives the rest. */
const plain: Record<number, string | null> = {
  1025: "sha256",
  1281: "sha384",
  1537: "sha512",
  1027: "sha256",
  1283: "sha384",
  1539: "sha512",
  2055: null,
};

/**
 * RSA-PSS schemes, whose salt is as long as the hash. WebCrypto verifies them, as workerd's `verify` only knows the
 * older padding.
 */
const padded: Record<number, { hash: string; saltLength: number }> = {
  2052: { hash: "SHA-256", saltLength: 32 },
  2053: { hash: "SHA-384", saltLength: 48 },
  2054: { hash: "SHA-512", saltLength: 64 },
};

export interface TlsSignature {
  scheme: number;
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** Returns true when the sender holds the certificate's key. A scheme that we did not offer counts as no proof. */
export async function isCertificateKeyProven(certificate: X509Certificate, given: TlsSignature): Promise<boolean> {
  const { scheme, signed, signature } = given;
  try {
    const pss = padded[scheme];
    if (pss) {
      const spki = new Uint8Array(certificate.publicKey.export({ type: "spki", format: "der" }));
      const algorithm = { name: "RSA-PSS", hash: pss.hash };
      const key = await crypto.subtle.importKey("spki", spki, algorithm, false, ["verify"]);
      return await crypto.subtle.verify({ name: "RSA-PSS", saltLength: pss.saltLength }, key, signature, signed);
    }
    const hash = plain[scheme];
    return hash === undefined ? false : verify(hash, signed, certificate.publicKey, signature);
  } catch {
    return false;
  }
}
