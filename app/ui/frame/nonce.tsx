import { createContext, type ReactNode, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Around the whole page on the server; in a browser there is none, because browsers hide nonces from scripts. */
export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext.Provider value={nonce}>{children}</NonceContext.Provider>;
}

/** What allows the inline scripts of this one answer (CSP). */
export const useNonce = (): string | undefined => useContext(NonceContext);
