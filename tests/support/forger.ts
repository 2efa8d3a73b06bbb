import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A provider that answers as the test says; it signs with a real key. */
export interface Forger {
  issuer: string;
  /** Replaces the document at the well-known address. */
  document: ((issuer: string) => Record<string, unknown>) | null;
  /** Changes to the claims of an honest ID token for this nonce. */
  claims: Record<string, unknown>;
  header: Record<string, unknown>;
  /** True when it signs with a key that it does not publish. */
  strangeKey: boolean;
  /** Answers in its own way; false = the usual answer. */
  handle: ((path: string, response: ServerResponse) => boolean) | null;
  /** The nonce that an honest provider would have kept. */
  nonce: string;
  calls: string[];
  /** Resets it to honest answers. */
  honest(): void;
  close(): Promise<void>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function tokenOf(forger: Forger, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const honest = { iss: forger.issuer, aud: "upfront", sub: "mallory", iat: now, exp: now + 60, nonce: forger.nonce };
  const about = { email: "mallory@example.com", email_verified: true };
  const head = encode({ alg: "ES256", kid: "one", typ: "JWT", ...forger.header });
  const signed = `${head}.${encode({ ...honest, ...about, ...forger.claims })}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ["ES256"],
  authorization_response_iss_parameter_supported: true,
});

export async function startForger(): Promise<Forger> {
  const [published, strange] = [1, 2].map(() => generateKeyPairSync("ec", { namedCurve: "P-256" }));
  if (!published || !strange) throw new Error("no keys");
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    forger.calls.push(path);
    if (forger.handle?.(path, response)) return;
    response.setHeader("content-type", "application/json");
    const key = forger.strangeKey ? strange.privateKey : published.privateKey;
    const jwk = { ...published.publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" };
    const bodies: Record<string, () => unknown> = {
      "/.well-known/openid-configuration": () => (forger.document ?? documentOf)(forger.issuer),
      "/jwks": () => ({ keys: [jwk] }),
      "/token": () => ({ access_token: "a", token_type: "Bearer", expires_in: 60, id_token: tokenOf(forger, key) }),
    };
    response.end(JSON.stringify(bodies[path]?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fresh = () => ({
    document: null,
    claims: {},
    header: {},
    strangeKey: false,
    handle: null,
    nonce: "",
    calls: [],
  });
  const forger: Forger = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...fresh(),
    honest: () => void Object.assign(forger, fresh()),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return forger;
}
