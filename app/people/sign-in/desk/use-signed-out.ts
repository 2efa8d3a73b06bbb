import { useEffect } from "react";
import { forgetAllFormTexts } from "~/ui/parts/kept-text";

/**
 * Forgets typed texts after signing out; every sign-out of this browser leads here, also from pages without JavaScript.
 * Only when it comes from a page of ours: another site's link must not delete what was typed.
 */
export function useDraftRemovalOnSignOut(): void {
  useEffect(() => {
    const signedOut = new URL(location.href).searchParams.get("done") === "signed-out";
    if (signedOut && document.referrer.startsWith(`${location.origin}/manage`)) forgetAllFormTexts();
  }, []);
}
