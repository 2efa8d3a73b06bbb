import type { FieldDescription } from "./field-about";

/**
 * A value that is not shown again after saving, in no conflict and no audit entry. It belongs to the origin that it is
 * sent to, which is another field of the form.
 */
export interface SecretField extends FieldDescription {
  kind: "secret";
  required?: boolean;
  /** Posted value of an unchanged secret: the mask that was shown, or empty, when nothing was shown. */
  keptAs: "mask" | "empty";
  /**
   * Name of the field with the address that it is sent to; absent = it authenticates callers, or is itself an address.
   */
  origin?: string;
  /** Number of lines of its control, when it may have several. */
  rows?: number;
}

/** Placeholder for a secret that is set; when it is sent back, the secret stays unchanged. */
export const secretMask = "••••••••";

/** Returns true when saving changes the secret: mine as posted, theirs as their form would post it. */
export function isSecretChanged({ keptAs }: SecretField, mine: string, theirs: string): boolean {
  if (keptAs === "empty") return mine !== "";
  return mine !== theirs && mine !== secretMask;
}

/** Returns the host of an address, or the host itself. */
const hostOf = (address: string): string => URL.parse(address)?.host || address;

/** The public facts about a secret: whether it is set, and the host to which it is sent. */
export interface SecretState {
  is: "kept" | "typed" | "none";
  host: string | null;
}

export function secretState(field: SecretField, text: string, address: string): SecretState {
  const host = address === "" || address === secretMask ? null : hostOf(address);
  if (text === secretMask || (text === "" && field.keptAs === "empty")) return { is: "kept", host };
  return { is: text === "" ? "none" : "typed", host };
}
