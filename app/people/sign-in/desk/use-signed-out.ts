import { useEffect } from "react";
import { forgetAllTexts } from "~/ui/parts/kept-text";

/**
 * Every way of signing out of this browser ends here, also from pages without script. Only when it comes from a page of
 * ours: a link of somebody else's must not take away what was typed.
 */
export function useSignedOut(): void {
  useEffect(() => {
    const signedOut = new URL(location.href).searchParams.get("done") === "signed-out";
    if (signedOut && document.referrer.startsWith(`${location.origin}/manage`)) forgetAllTexts();
  }, []);
}
