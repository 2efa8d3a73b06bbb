/** Bytes of each number, by the curve's number in COSE: P-256, P-384, P-521. */
const lengths: Record<number, number> = { 1: 32, 2: 48, 3: 66 };

const sequence = 0x30;
const integer = 0x02;

interface Element {
  contents: Uint8Array;
  /** What comes after it. */
  rest: Uint8Array;
}

/** The first element of DER, which must be one of these; no signature of these curves needs a longer length than one byte. */
function element(bytes: Uint8Array, tag: number): Element {
  const [found, first = 0, second = 0] = bytes;
  const isLong = first === 0x81;
  const from = isLong ? 3 : 2;
  const end = from + (isLong ? second : first);
  if (found !== tag || (first > 0x7f && !isLong) || end > bytes.length) throw new Error("This is no ECDSA signature.");
  return { contents: bytes.subarray(from, end), rest: bytes.subarray(end) };
}

/** DER has as few bytes as a number needs, Web Crypto as many as the curve's order has. */
function padded(number: Uint8Array, length: number): Uint8Array {
  const begin = number.findIndex((byte) => byte !== 0);
  const digits = begin === -1 ? number.subarray(number.length) : number.subarray(begin);
  if (digits.length > length) throw new Error("A number of this signature is longer than its curve's order.");
  const whole = new Uint8Array(length);
  whole.set(digits, length - digits.length);
  return whole;
}

/**
 * The two numbers of a signature that an authenticator wraps in DER, one after the other as Web Crypto reads them. In the
 * place of the library's, for which the whole of ASN.1 is loaded.
 */
export function unwrapEC2Signature(signature: Uint8Array, curve: number): Uint8Array<ArrayBuffer> {
  const length = lengths[curve];
  if (length === undefined) throw new Error(`There is no ECDSA signature on the curve ${curve}.`);
  const pair = element(signature, sequence);
  const first = element(pair.contents, integer);
  const second = element(first.rest, integer);
  if (pair.rest.length > 0 || second.rest.length > 0) throw new Error("More than an ECDSA signature.");
  const numbers = new Uint8Array(2 * length);
  numbers.set(padded(first.contents, length));
  numbers.set(padded(second.contents, length), length);
  return numbers;
}
