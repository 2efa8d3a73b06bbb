import { useSyncExternalStore } from "react";

/** Support of passkeys by the present browser; `unknown` until its script reports it, and without JavaScript. */
type PasskeySupport = "yes" | "no" | "unknown";

const never = () => () => undefined;
const here = (): PasskeySupport => ("PublicKeyCredential" in window ? "yes" : "no");
const onServer = (): PasskeySupport => "unknown";

export const usePasskeySupport = (): PasskeySupport => useSyncExternalStore(never, here, onServer);
