import { fail } from "~/rules/basics/failure";

/** Nobody locks themselves out by one press. */
export const lastWayIn = fail({
  name: "conflict",
  code: "last_credential",
  detail: "This is your only way to sign in. Add a passkey or an address first, then remove it.",
});
