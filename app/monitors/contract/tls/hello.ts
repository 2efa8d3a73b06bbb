import { englishSentence } from "~/failures/refusal";
import { asciiBytes, ByteReader, bigEndianBytes, joinTlsBytes, TlsParseError, tlsVector } from "./bytes";

/**
 * The groups for which WebCrypto creates keys, with its name for each (RFC 8446 §4.2.7). The hello has a key of each,
 * so that no server needs to request another.
 */
export const keyShareGroups = [
  { id: 0x001d, algorithm: { name: "X25519" }, bits: 256 },
  { id: 0x0017, algorithm: { name: "ECDH", namedCurve: "P-256" }, bits: 256 },
  { id: 0x0018, algorithm: { name: "ECDH", namedCurve: "P-384" }, bits: 384 },
] as const;

/**
 * Suites of TLS 1.3 that WebCrypto can decrypt: AES-GCM. Any suite of TLS 1.2 works, as its certificates are not
 * encrypted.
 */
export const cipherSuites = { 4865: { hash: "SHA-256", key: 16 }, 4866: { hash: "SHA-384", key: 32 } } as const;

export type CipherSuite = (typeof cipherSuites)[keyof typeof cipherSuites];

const olderSuites = [
  0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc009, 0xc013, 0xc00a, 0xc014, 0x009c, 0x009d, 0x002f, 0x0035,
];

const schemes = [0x0403, 0x0503, 0x0603, 0x0807, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601];

const pairs = (values: readonly number[]) => values.flatMap((value) => bigEndianBytes(value, 2));

const extension = (type: number, ...body: readonly Uint8Array[]) =>
  joinTlsBytes(bigEndianBytes(type, 2), tlsVector(2, ...body));

export interface TlsKeyShare {
  group: number;
  key: Uint8Array;
}

export interface ClientHelloInput {
  name: string;
  random: Uint8Array;
  shares: readonly TlsKeyShare[];
  /** Cookie of the server, which the second hello repeats. */
  cookie?: Uint8Array | null;
}

/** Returns the first handshake message of a client of TLS 1.3 and 1.2 (RFC 8446 §4.1.2). */
export function encodeClientHello({ name, random, shares, cookie = null }: ClientHelloInput): Uint8Array {
  const keys = shares.map(({ group, key }) => joinTlsBytes(bigEndianBytes(group, 2), tlsVector(2, key)));
  const isName = /[a-z]/i.test(name) && !name.includes(":");
  const extensions = [
    ...(isName ? [extension(0, tlsVector(2, [0], tlsVector(2, asciiBytes(name))))] : []),
    extension(10, tlsVector(2, pairs(keyShareGroups.map(({ id }) => id)))),
    extension(11, tlsVector(1, [0])),
    extension(13, tlsVector(2, pairs(schemes))),
    extension(43, tlsVector(1, pairs([0x0304, 0x0303]))),
    extension(51, tlsVector(2, ...keys)),
    ...(cookie ? [extension(44, tlsVector(2, cookie))] : []),
    extension(0xff01, Uint8Array.of(0)),
  ];
  const ciphers = [...Object.keys(cipherSuites).map(Number), ...olderSuites];
  const body = joinTlsBytes(
    [3, 3],
    random,
    tlsVector(1),
    tlsVector(2, pairs(ciphers)),
    tlsVector(1, [0]),
    tlsVector(2, ...extensions),
  );
  return joinTlsBytes([1], tlsVector(3, body));
}

export interface ServerHello {
  random: Uint8Array;
  suite: number;
  /** Version: 0x0304 or 0x0303. */
  version: number;
  /** The group and the server's key, in TLS 1.3. */
  share: TlsKeyShare | null;
  /**
   * Cookie when the server wants another hello that repeats it, before it shows anything (RFC 8446 §4.2.2); otherwise
   * null.
   */
  cookie: Uint8Array | null;
}

/** The random value of a server that wants another hello (RFC 8446 §4.1.3). */
const retry = "cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c";

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function parseServerHello(body: Uint8Array): ServerHello {
  const reader = new ByteReader(body);
  const older = reader.number(2);
  const random = reader.take(32);
  const isRetry = hex(random) === retry;
  reader.vector(1);
  const suite = reader.number(2);
  reader.number(1);
  const extensions = new ByteReader(reader.left > 0 ? reader.vector(2) : new Uint8Array());
  let [version, share, cookie]: [number, ServerHello["share"], Uint8Array | null] = [older, null, null];
  while (extensions.left > 0) {
    const type = extensions.number(2);
    const said = new ByteReader(extensions.vector(2));
    if (type === 43) version = said.number(2);
    if (type === 51 && !isRetry) share = { group: said.number(2), key: said.vector(2) };
    if (type === 44 && isRetry) cookie = said.vector(2);
  }
  // The first hello already has a key for every group that we support.
  if (isRetry && cookie === null)
    throw new TlsParseError(englishSentence("It asked for a key group we don’t support."));
  return { random, suite, version, share, cookie };
}
