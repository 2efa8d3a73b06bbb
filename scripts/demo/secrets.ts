import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import type { DemoTables } from "./demo-rows.ts";

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "upfront", "settings", 32));

/**
 * Seals like app/platform/secrets: AES-256-GCM with a key derived from UPFRONT_SECRET, base64url of `iv ‖ ciphertext`.
 */
function sealer(secret: string): (text: string) => string {
  const key = keyOf(secret);
  return (text) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString("base64url");
  };
}

/** The application puts the id of its key in front. */
function opened(sealed: string, secret: string): string | null {
  const bytes = Buffer.from(sealed.split(".").at(-1) ?? "", "base64url");
  const cipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16));
  try {
    return `${cipher.update(bytes.subarray(12, -16), undefined, "utf8")}${cipher.final("utf8")}`;
  } catch {
    return null;
  }
}

/**
 * Decrypts a text that was encrypted with one of these secrets. Returns null if it was encrypted with another secret.
 */
export const openSealedText = (sealed: string, secrets: readonly string[]): string | null =>
  secrets.map((secret) => opened(sealed, secret)).find((text) => text !== null) ?? null;

interface SealedMonitor {
  id: string;
  settingsSealed: string;
}

/** Adds the settings from the row of the source, which the plan of a shard repeats. */
function sealPlan(plan: string, sealed: ReadonlyMap<unknown, string>): string {
  const monitors = JSON.parse(plan) as SealedMonitor[];
  return JSON.stringify(monitors.map((each) => ({ ...each, settingsSealed: sealed.get(each.id) ?? "" })));
}

/** Seals the plain texts of the rows, and gives every source an address that cannot be guessed. */
export function sealDemoRows({ rows }: DemoTables, secret: string): void {
  const seal = sealer(secret);
  const sealed = new Map<unknown, string>();
  for (const row of rows.get("source") ?? []) {
    const token = row.family === "heartbeat" ? randomUUID() : randomBytes(32).toString("base64url");
    row.tokenHash = createHash("sha256").update(token).digest("hex");
    row.tokenSealed = seal(token);
    row.settingsSealed = seal(String(row.settingsSealed));
    sealed.set(row.id, row.settingsSealed);
  }
  for (const row of rows.get("monitor_shard") ?? []) row.plan = sealPlan(String(row.plan), sealed);
}
