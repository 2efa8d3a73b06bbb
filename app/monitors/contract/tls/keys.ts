import { englishSentence } from "~/failures/refusal";
import { asciiBytes, bigEndianBytes, joinTlsBytes, TlsParseError, tlsVector } from "./bytes";
import { type CipherSuite, keyShareGroups, type TlsKeyShare } from "./hello";

type Bytes = Uint8Array<ArrayBuffer>;

const raw = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array((await crypto.subtle.exportKey("raw", key)) as ArrayBuffer);

/** Creates a key of each group, and derives the secret shared with the server's key. */
export async function makeKeyShares(): Promise<{
  shares: TlsKeyShare[];
  shared(share: TlsKeyShare | null): Promise<Bytes>;
}> {
  const made = await Promise.all(
    keyShareGroups.map(async (group) => ({
      ...group,
      pair: (await crypto.subtle.generateKey(group.algorithm, false, ["deriveBits"])) as CryptoKeyPair,
    })),
  );
  return {
    shares: await Promise.all(made.map(async ({ id, pair }) => ({ group: id, key: await raw(pair.publicKey) }))),
    async shared(share) {
      const mine = made.find(({ id }) => id === share?.group);
      if (!mine || !share) throw new TlsParseError(englishSentence("It sent no key."));
      const { algorithm, bits, pair } = mine;
      const key = await crypto.subtle.importKey("raw", joinTlsBytes(share.key), algorithm, false, []);
      // The types of Workers name it `$public`; the runtime takes `public`, as other runtimes do.
      const given = { name: algorithm.name, public: key } as unknown as SubtleCryptoDeriveKeyAlgorithm;
      return new Uint8Array(await crypto.subtle.deriveBits(given, pair.privateKey, bits));
    },
  };
}

export const cipherSuiteDigest = async ({ hash }: CipherSuite, ...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(hash, joinTlsBytes(...parts)));

async function hmac({ hash }: CipherSuite, key: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
}

/** HKDF-Expand-Label (RFC 8446 §7.1), limited to the length of one hash, which is enough here. */
async function expandLabel(suite: CipherSuite, secret: Bytes, label: string, context: Uint8Array, length: number) {
  const info = joinTlsBytes(
    bigEndianBytes(length, 2),
    tlsVector(1, asciiBytes(`tls13 ${label}`)),
    tlsVector(1, context),
    [1],
  );
  return (await hmac(suite, secret, info)).subarray(0, length);
}

export interface TrafficKeys {
  key: Bytes;
  iv: Bytes;
}

/**
 * Derives the keys with which a TLS 1.3 server encrypts its certificate (RFC 8446 §7.1, §7.3); `hellos` is the hash of
 * both hellos.
 */
export async function deriveServerKeys(suite: CipherSuite, shared: Bytes, hellos: Uint8Array): Promise<TrafficKeys> {
  const length = suite.hash === "SHA-256" ? 32 : 48;
  const zeros = new Uint8Array(length);
  const early = await hmac(suite, zeros, zeros);
  const derived = await expandLabel(suite, early, "derived", await cipherSuiteDigest(suite), length);
  const handshake = await hmac(suite, derived, shared);
  const traffic = await expandLabel(suite, handshake, "s hs traffic", hellos, length);
  return {
    key: await expandLabel(suite, traffic, "key", new Uint8Array(), suite.key),
    iv: await expandLabel(suite, traffic, "iv", new Uint8Array(), 12),
  };
}

/** Decrypts one record of TLS 1.3 (RFC 8446 §5.2) and returns its true type and its content. Throws TlsParseError. */
export async function decryptTlsRecord(
  { key, iv }: TrafficKeys,
  number: number,
  header: Uint8Array,
  sealed: Uint8Array,
) {
  const nonce = iv.map((byte, n) => byte ^ (bigEndianBytes(number, 12)[n] as number));
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const algorithm = { name: "AES-GCM", iv: nonce, additionalData: joinTlsBytes(header) };
  const opened = await crypto.subtle.decrypt(algorithm, imported, joinTlsBytes(sealed)).catch(() => null);
  if (opened === null) throw new TlsParseError(englishSentence("It cannot be decrypted."));
  const inner = new Uint8Array(opened);
  const last = inner.findLastIndex((byte) => byte !== 0);
  return { type: inner[last] ?? 0, body: inner.subarray(0, Math.max(0, last)) };
}
