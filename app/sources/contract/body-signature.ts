import { createHmac } from "node:crypto";
import { z } from "zod";
import { isEqualInConstantTime } from "~/text/same-text";
import type { ProveDelivery, SourceRequest } from "./contract";

const settings = z.object({
  secret: z.string().trim().max(255).optional().meta({ title: "Signing secret", secret: true }),
});
export type BodySignatureSettings = z.infer<typeof settings>;

/** Returns the HMAC-SHA256 of a body in lower-case hex. */
export const hmacSha256Hex = (secret: string, ...parts: (string | Uint8Array)[]): string => {
  const digest = createHmac("sha256", secret);
  for (const part of parts) digest.update(part);
  return digest.digest("hex");
};

/**
 * Returns the parts of a source whose sender signs the body in a header: `prefix` before the hex digits, several
 * signatures separated by commas. Without a secret the source's address alone suffices.
 */
export function bodySignatureSourceParts(header: string, prefix = "") {
  const authenticate = ({ headers, rawBody, settings: { secret } }: SourceRequest<BodySignatureSettings>): boolean => {
    if (!secret) return true;
    const wanted = `${prefix}${hmacSha256Hex(secret, rawBody)}`;
    return (headers.get(header) ?? "").split(",").some((each) => isEqualInConstantTime(each.trim(), wanted));
  };
  const prove: ProveDelivery<BodySignatureSettings> = ({ rawBody, settings: { secret = "" } }) => ({
    [header]: `${prefix}${hmacSha256Hex(secret, rawBody)}`,
  });
  return {
    settings,
    sampleSettings: { secret: "example-signing-secret" } as BodySignatureSettings,
    authenticate,
    prove,
  };
}
