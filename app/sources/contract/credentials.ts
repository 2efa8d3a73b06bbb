import { z } from "zod";
import { isEqualInConstantTime } from "~/text/same-text";
import type { ProveDelivery, SourceRequest } from "./contract";

const secret = z.string().trim().max(255);

const settings = z.object({
  bearerToken: secret.optional().meta({ title: "Bearer token", secret: true }),
  username: secret.optional().meta({ title: "User name (basic authentication)" }),
  password: secret.optional().meta({ title: "Password (basic authentication)", secret: true }),
});
export type CredentialSettings = z.infer<typeof settings>;

const encoder = new TextEncoder();
const basic = (name: string, password: string) =>
  btoa(Array.from(encoder.encode(`${name}:${password}`), (byte) => String.fromCharCode(byte)).join(""));

/** Returns the value of the Authorization header that the settings require; null when they require none. */
function expected({ bearerToken, username, password }: CredentialSettings): string | null {
  if (bearerToken) return `Bearer ${bearerToken}`;
  return username || password ? `Basic ${basic(username ?? "", password ?? "")}` : null;
}

function authenticate({ headers, settings: given }: SourceRequest<CredentialSettings>): boolean {
  const wanted = expected(given);
  if (wanted === null) return true;
  const [scheme = "", ...rest] = (headers.get("authorization") ?? "").split(" ");
  const [wantedScheme = "", wantedValue = ""] = wanted.split(" ");
  return (
    isEqualInConstantTime(rest.join(" ").trim(), wantedValue) && scheme.toLowerCase() === wantedScheme.toLowerCase()
  );
}

const prove: ProveDelivery<CredentialSettings> = (sent): Record<string, string> => {
  const authorization = expected(sent.settings);
  return authorization ? { authorization } : {};
};

/** Parts of a source whose sender may send a bearer token, or a user name and a password. */
export const credentialSourceParts = {
  settings,
  sampleSettings: { bearerToken: "example-ingest-token" } as CredentialSettings,
  authenticate,
  prove,
};

/** Parts of a source whose sender is not authenticated: knowing the source's address is enough. */
export const unverifiedSourceParts = {
  settings: z.object({}),
  sampleSettings: {},
  authenticate: () => true,
  prove: () => ({}),
};
