const offset = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;
const separator = 0xff;
const encoder = new TextEncoder();

/**
 * The fingerprint that Alertmanager itself gives an alert: 64-bit FNV-1a over the sorted labels, 16 hex digits
 * (prometheus/common model/signature.go). For bodies of older versions, which leave it out.
 */
export function fingerprintOf(labels: Record<string, string>): string {
  let sum = offset;
  const names = Object.keys(labels).sort();
  for (const name of names) {
    for (const byte of [...encoder.encode(name), separator, ...encoder.encode(labels[name]), separator]) {
      sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * prime);
    }
  }
  return sum.toString(16).padStart(16, "0");
}
