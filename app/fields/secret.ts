import type { About } from "./about";

/**
 * What must not be seen again once it is saved: it is shown in no conflict and no audit entry. It belongs to the origin
 * that it is sent to, which is another field of the form.
 */
export interface SecretField extends About {
  kind: "secret";
  required?: boolean;
  /** How the form posts one that stays as it is: as the mask that stood in it, or empty, as nothing stood in it. */
  keptAs: "mask" | "empty";
  /** Name of the field with the address that it is sent to; absent = it proves who calls us, or is itself an address. */
  origin?: string;
  /** Several lines may be typed. */
  rows?: number;
}

/** Stands for a secret that is set; sent back, it leaves the secret as it is. */
export const mask = "••••••••";

/** Whether saving this changes what is there: mine as posted, theirs as their form would post it. */
export function isSecretChanged({ keptAs }: SecretField, mine: string, theirs: string): boolean {
  if (keptAs === "empty") return mine !== "";
  return mine !== theirs && mine !== mask;
}

/** Host of an address, or the host itself. */
const hostOf = (address: string): string => URL.parse(address)?.host || address;

/** What may be said of a secret: whether there is one, and to which host it goes. */
export interface SecretState {
  is: "kept" | "typed" | "none";
  host: string | null;
}

export function secretState(field: SecretField, text: string, address: string): SecretState {
  const host = address === "" || address === mask ? null : hostOf(address);
  if (text === mask || (text === "" && field.keptAs === "empty")) return { is: "kept", host };
  return { is: text === "" ? "none" : "typed", host };
}
