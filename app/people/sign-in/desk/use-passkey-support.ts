import { useSyncExternalStore } from "react";

/** Whether the browser at hand can hold a passkey's ceremony; `unknown` until its script says so, and without script. */
type PasskeySupport = "yes" | "no" | "unknown";

const never = () => () => undefined;
const here = (): PasskeySupport => ("PublicKeyCredential" in window ? "yes" : "no");
const onServer = (): PasskeySupport => "unknown";

export const usePasskeySupport = (): PasskeySupport => useSyncExternalStore(never, here, onServer);
