import { verify, type X509Certificate } from "node:crypto";

/** How a signature was made, by its scheme (RFC 8446 §4.2.3); of ECDSA and EdDSA the key says the rest. */
const plain: Record<number, string | null> = {
  1025: "sha256",
  1281: "sha384",
  1537: "sha512",
  1027: "sha256",
  1283: "sha384",
  1539: "sha512",
  2055: null,
};

/** RSA-PSS, whose salt is as long as its hash: by WebCrypto, as workerd's `verify` knows no padding but the older one. */
const padded: Record<number, { hash: string; saltLength: number }> = {
  2052: { hash: "SHA-256", saltLength: 32 },
  2053: { hash: "SHA-384", saltLength: 48 },
  2054: { hash: "SHA-512", saltLength: 64 },
};

export interface Signature {
  scheme: number;
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** Whether who sent this has the certificate's key. A scheme that was not offered proves nothing. */
export async function isProven(certificate: X509Certificate, given: Signature): Promise<boolean> {
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
