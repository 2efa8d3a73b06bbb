import { X509Certificate } from "node:crypto";
import { englishSentence } from "~/failures/refusal";
import type { ByteConnection } from "~/platform/outbound";
import { asciiBytes, ByteReader, bigEndianBytes, joinTlsBytes, TlsParseError, tlsVector } from "./bytes";
import {
  type CipherSuite,
  type ClientHelloInput,
  cipherSuites,
  encodeClientHello,
  parseServerHello,
  type ServerHello,
} from "./hello";
import { cipherSuiteDigest, decryptTlsRecord, deriveServerKeys, makeKeyShares, type TrafficKeys } from "./keys";
import { isCertificateKeyProven, type TlsSignature } from "./proof";

/** Data that a server shows about itself before TLS carries any application data. */
export interface ServerCertificate {
  version: "1.2" | "1.3";
  /** Certificates in the server's order, its own first. */
  chain: X509Certificate[];
  /**
   * True when the server signed with the certificate's key; null when this handshake has no signature (RSA key
   * exchange).
   */
  proven: boolean | null;
  /** True when it asked for a client certificate. */
  asksForClient: boolean;
}

const mostBytes = 128 * 1024;
const maxRecordBytes = 16_384 + 256;

/** Reads a connection's bytes, in the amounts requested. */
export function byteSourceOf(readable: ByteConnection["readable"]) {
  const reader = readable.getReader();
  let [kept, total] = [new Uint8Array() as Uint8Array, 0];
  return {
    async take(count: number): Promise<Uint8Array> {
      while (kept.length < count) {
        const { done, value } = await reader.read();
        if (done) throw new TlsParseError(englishSentence("The connection ended."));
        total += value.length;
        if (total > mostBytes) throw new TlsParseError(englishSentence("It sent too much data."));
        kept = joinTlsBytes(kept, value);
      }
      const taken = kept.slice(0, count);
      kept = kept.subarray(count);
      return taken;
    },
    /** Gives up the reader, so that another can read from the connection. */
    release: () => reader.releaseLock(),
    /** Reads a line, without its line break. */
    async line(): Promise<string> {
      let text = "";
      for (;;) {
        const byte = (await this.take(1))[0] as number;
        if (byte === 10) return text.replace(/\r$/, "");
        text += String.fromCharCode(byte);
        if (text.length > 2000) throw new TlsParseError(englishSentence("A line is too long."));
      }
    },
  };
}

export type TlsByteSource = ReturnType<typeof byteSourceOf>;

interface HandshakeMessage {
  type: number;
  body: Uint8Array;
  /** The message with its header, as the signature covers it. */
  whole: Uint8Array;
}

/** Reads handshake messages in order, across records; decrypts them once there are keys. */
function messagesOf(incoming: TlsByteSource) {
  let [kept, number] = [new Uint8Array() as Uint8Array, 0];
  let keys: TrafficKeys | null = null;
  const record = async () => {
    const header = await incoming.take(5);
    const head = new ByteReader(header);
    const [type, , length] = [head.number(1), head.number(2), head.number(2)];
    if (type < 20 || type > 23 || length > maxRecordBytes)
      throw new TlsParseError(englishSentence("It does not speak TLS."));
    const sealed = await incoming.take(length);
    if (type !== 23) return { type, body: sealed };
    if (keys === null) throw new TlsParseError(englishSentence("It encrypted too early."));
    return decryptTlsRecord(keys, number++, header, sealed);
  };
  return {
    decrypt(by: TrafficKeys) {
      keys = by;
    },
    async next(): Promise<HandshakeMessage> {
      for (;;) {
        const length = kept.length >= 4 ? new ByteReader(kept.subarray(1)).number(3) : Number.POSITIVE_INFINITY;
        if (kept.length >= 4 + length) {
          const whole = kept.slice(0, 4 + length);
          kept = kept.subarray(4 + length);
          return { type: whole[0] as number, body: whole.subarray(4), whole };
        }
        const { type, body } = await record();
        if (type === 21)
          throw new TlsParseError(englishSentence("It refused with TLS alert {{alert}}.", { alert: body[1] ?? 0 }));
        if (type === 22) kept = joinTlsBytes(kept, body);
        if (kept.length > mostBytes) throw new TlsParseError(englishSentence("It sent too much data."));
      }
    },
  };
}

type HandshakeMessages = ReturnType<typeof messagesOf>;

async function nextOf(
  messages: HandshakeMessages,
  seen: Uint8Array[],
  ...types: readonly number[]
): Promise<HandshakeMessage> {
  for (;;) {
    const message = await messages.next();
    if (message.type === types[0]) return message;
    seen.push(message.whole);
    if (!types.includes(message.type)) throw new TlsParseError(englishSentence("It sent an unexpected message."));
  }
}

/**
 * Reads the list of a Certificate message; in TLS 1.3 each entry is followed by extensions (RFC 8446 §4.4.2, RFC 5246
 * §7.4.2).
 */
function chainOf(body: Uint8Array, isNewer: boolean): X509Certificate[] {
  const reader = new ByteReader(body);
  if (isNewer) reader.vector(1);
  const list = new ByteReader(reader.vector(3));
  const chain: X509Certificate[] = [];
  while (list.left > 0 && chain.length < 10) {
    const der = list.vector(3);
    if (isNewer) list.vector(2);
    chain.push(new X509Certificate(der));
  }
  if (chain.length === 0) throw new TlsParseError(englishSentence("It sent no certificate."));
  return chain;
}

/** Reads a scheme and its signature (RFC 8446 §4.4.3, RFC 5246 §4.7). */
const signatureOf = (reader: ByteReader, signed: TlsSignature["signed"]): TlsSignature => ({
  scheme: reader.number(2),
  signed,
  signature: joinTlsBytes(reader.vector(2)),
});

/** Prefix of the signed content (RFC 8446 §4.4.3). */
const signedBefore = joinTlsBytes(new Uint8Array(64).fill(32), asciiBytes("TLS 1.3, server CertificateVerify"), [0]);

interface TlsGreeting {
  messages: HandshakeMessages;
  hello: ServerHello;
  /** All hello messages, in the form used for keys and signature. */
  said: Uint8Array[];
}

function suiteOf({ suite }: ServerHello): CipherSuite {
  const found: CipherSuite | undefined = cipherSuites[suite as keyof typeof cipherSuites];
  if (found === undefined) throw new TlsParseError(englishSentence("It chose an option we did not offer."));
  return found;
}

async function newer(
  { messages, hello, said }: TlsGreeting,
  shared: Uint8Array<ArrayBuffer>,
): Promise<ServerCertificate> {
  const suite = suiteOf(hello);
  messages.decrypt(await deriveServerKeys(suite, shared, await cipherSuiteDigest(suite, ...said)));
  const seen = [...said];
  // Encrypted extensions come first, and a request for a client certificate may follow.
  const certificates = await nextOf(messages, seen, 11, 8, 13);
  seen.push(certificates.whole);
  const chain = chainOf(certificates.body, true);
  const signature = new ByteReader((await nextOf(messages, [], 15)).body);
  const signed = joinTlsBytes(signedBefore, await cipherSuiteDigest(suite, ...seen));
  const proven = await isCertificateKeyProven(chain[0] as X509Certificate, signatureOf(signature, signed));
  return { version: "1.3", chain, proven, asksForClient: seen.some(([type]) => type === 13) };
}

/**
 * Returns true when the server signed its key of the curve together with both randoms (RFC 5246 §7.4.3, RFC 8422 §5.4).
 */
function isExchangeProven(certificate: X509Certificate, body: Uint8Array, randoms: readonly Uint8Array[]) {
  const reader = new ByteReader(body);
  if (reader.number(1) !== 3) throw new TlsParseError(englishSentence("It named no curve."));
  reader.number(2);
  reader.vector(1);
  const key = body.subarray(0, body.length - reader.left);
  return isCertificateKeyProven(certificate, signatureOf(reader, joinTlsBytes(...randoms, key)));
}

async function older({ messages, hello }: TlsGreeting, random: Uint8Array): Promise<ServerCertificate> {
  const chain = chainOf((await nextOf(messages, [], 11)).body, false);
  // A certificate status may precede the key exchange. With RSA there is no key exchange, and message 14 ends the
  // server's part.
  const next = await messages.next();
  const exchange = next.type === 22 ? await messages.next() : next;
  if (exchange.type !== 12) return { version: "1.2", chain, proven: null, asksForClient: exchange.type === 13 };
  const proven = await isExchangeProven(chain[0] as X509Certificate, exchange.body, [random, hello.random]);
  // A server that breaks off here has already shown its certificate.
  const last = await messages.next().catch(() => null);
  return { version: "1.2", chain, proven, asksForClient: last?.type === 13 };
}

async function send({ writable }: ByteConnection, hello: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(joinTlsBytes([22, 3, 1], bigEndianBytes(hello.length, 2), hello));
  writer.releaseLock();
}

/** Returns the hash that replaces a first hello that was repeated (RFC 8446 §4.4.1). */
async function hashed(hello: ServerHello, first: Uint8Array): Promise<Uint8Array> {
  return joinTlsBytes([254], tlsVector(3, await cipherSuiteDigest(suiteOf(hello), first)));
}

/** Sends a hello, and a second one when the server requests it with a cookie (RFC 8446 §4.1.4). */
async function meet(connection: ByteConnection, incoming: TlsByteSource, own: ClientHelloInput): Promise<TlsGreeting> {
  const messages = messagesOf(incoming);
  const say = async (introduction: ClientHelloInput) => {
    const greeting = encodeClientHello(introduction);
    await send(connection, greeting);
    const answer = await nextOf(messages, [], 2);
    return { greeting, answer: answer.whole, hello: parseServerHello(answer.body) };
  };
  const first = await say(own);
  const { cookie } = first.hello;
  if (cookie === null) return { messages, hello: first.hello, said: [first.greeting, first.answer] };
  const second = await say({ ...own, cookie });
  if (second.hello.cookie !== null) throw new TlsParseError(englishSentence("It sent an unexpected message."));
  const before = [await hashed(first.hello, first.greeting), first.answer];
  return { messages, hello: second.hello, said: [...before, second.greeting, second.answer] };
}

async function greet(connection: ByteConnection, incoming: TlsByteSource, name: string): Promise<ServerCertificate> {
  const { shares, shared } = await makeKeyShares();
  // The random value is as fresh as the keys, which are made for this handshake only.
  const random = new Uint8Array(await crypto.subtle.digest("SHA-256", joinTlsBytes(...shares.map(({ key }) => key))));
  const met = await meet(connection, incoming, { name, random, shares });
  if (met.hello.version === 0x0304) return newer(met, await shared(met.hello.share));
  if (met.hello.version === 0x0303) return older(met, random);
  throw new TlsParseError(englishSentence("It supports neither TLS 1.3 nor 1.2."));
}

/** Starts a TLS handshake and reads up to the server's certificate and signature. Throws TlsParseError. */
export async function readServerCertificate(
  connection: ByteConnection,
  incoming: TlsByteSource,
  name: string,
): Promise<ServerCertificate> {
  try {
    return await greet(connection, incoming, name);
  } catch (error) {
    // Other errors come from a broken connection, an invalid key or an unreadable certificate.
    throw error instanceof TlsParseError
      ? error
      : new TlsParseError(englishSentence("It stopped early or sent invalid TLS."));
  }
}
