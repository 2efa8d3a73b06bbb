import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, size: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, size));

/**
 * A browser's end of Web Push: creates a subscription and decrypts messages (RFC 8291 §3, RFC 8188 §2), with Node's own
 * crypto.
 */
export class PushReceiver {
  private readonly curve = createECDH("prime256v1");
  private readonly auth: Buffer;

  constructor(known?: { privateKey: string; auth: string }) {
    if (known) this.curve.setPrivateKey(Buffer.from(known.privateKey, "base64url"));
    else this.curve.generateKeys();
    this.auth = known ? Buffer.from(known.auth, "base64url") : randomBytes(16);
  }

  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.curve.getPublicKey("base64url"), auth: this.auth.toString("base64url") };
  }

  /** Decrypts a message; throws for anything that a browser would not show. */
  read(body: Uint8Array): string {
    const message = Buffer.from(body);
    const [salt, recordSize, keyLength] = [message.subarray(0, 16), message.readUInt32BE(16), message.readUInt8(20)];
    const sender = message.subarray(21, 21 + keyLength);
    const record = message.subarray(21 + keyLength);
    if (record.length > recordSize) throw new Error("more than one record");
    const shared = this.curve.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.curve.getPublicKey(), sender]);
    const secret = derived(shared, this.auth, info, 32);
    const key = derived(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const decipher = createDecipheriv("aes-128-gcm", key, derived(secret, salt, "Content-Encoding: nonce\0", 12));
    decipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = plain.findLastIndex((byte) => byte !== 0);
    if (plain[end] !== 2) throw new Error("this is not the last record");
    return plain.subarray(0, end).toString();
  }
}
