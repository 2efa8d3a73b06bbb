import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

/** Errors or lies of a browser and its authenticator. */
export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  /** False = a person was present, but not verified. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  /** True when it is requested in a frame of another site's page, by a browser that does not name that site. */
  framed?: boolean;
}

/** A software authenticator with the byte layout of WebAuthn level 3 §6: ES256, attestation `none`. */
export class Authenticator {
  readonly id = randomBytes(16).toString("base64url");
  private readonly key: KeyObject;
  private readonly point: { x: string; y: string };
  private userHandle = "";
  counter = 0;

  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.key = privateKey;
    this.point = publicKey.export({ format: "jwk" }) as { x: string; y: string };
  }

  private clientData(challenge: string, { type, origin = this.origin, framed = false }: Lies): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: framed }));
  }

  /** Returns rpIdHash ‖ flags ‖ signature counter. */
  private head({ rpId = new URL(this.origin).hostname, verified = true, counter }: Lies, attested: boolean): Buffer {
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  private coseKey(): Buffer {
    const [x, y] = [Buffer.from(this.point.x, "base64url"), Buffer.from(this.point.y, "base64url")];
    return Buffer.concat([Buffer.from("a5010203262001215820", "hex"), x, Buffer.from("225820", "hex"), y]);
  }

  /** Answers `navigator.credentials.create()`, as the text that a form carries. */
  make(options: { challenge: string; user: { id: string } }, lies: Lies = {}): string {
    this.userHandle = options.user.id;
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.coseKey()]);
    const data = Buffer.concat([this.head(lies, true), attested]);
    const before = Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex");
    const object = Buffer.concat([before, Buffer.from([0x58, data.length]), data]);
    const client = this.clientData(options.challenge, { type: "webauthn.create", ...lies });
    const response = {
      clientDataJSON: client.toString("base64url"),
      attestationObject: object.toString("base64url"),
      transports: ["internal"],
    };
    return this.text(response);
  }

  /** Answers `navigator.credentials.get()`. */
  use(options: { challenge: string }, lies: Lies = {}): string {
    this.counter += 1;
    const data = this.head(lies, false);
    const client = this.clientData(options.challenge, { type: "webauthn.get", ...lies });
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.key);
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: lies.userHandle ?? this.userHandle,
    };
    return this.text(response);
  }

  private text(response: Record<string, unknown>): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}
