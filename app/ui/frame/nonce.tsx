import { createContext, type ReactNode, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Wraps the whole page on the server; in a browser there is no nonce, because browsers hide nonces from scripts. */
export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext.Provider value={nonce}>{children}</NonceContext.Provider>;
}

/** Returns the nonce that allows the inline scripts of this response (CSP). */
export const useNonce = (): string | undefined => useContext(NonceContext);
