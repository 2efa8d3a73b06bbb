import { useEffect, useState } from "react";
import { isHydrationOver } from "~/ui/parts/hydration-gates";

/** Support of passkeys by the present browser; `unknown` until its script reports it, and without JavaScript. */
type PasskeySupport = "yes" | "no" | "unknown";

const here = (): PasskeySupport => ("PublicKeyCredential" in window ? "yes" : "no");

/** Begins as the server printed it while the page is being taken over. */
export function usePasskeySupport(): PasskeySupport {
  const [support, setSupport] = useState<PasskeySupport>(() => (isHydrationOver() ? here() : "unknown"));
  useEffect(() => setSupport(here()), []);
  return support;
}
