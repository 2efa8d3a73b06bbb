import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { focusAny, focusHeading } from "../parts/focus-heading";

/**
 * Opens the folds around an element. A browser does so for the target of a URL, but not after a navigation by script,
 * and elements in a closed fold cannot have focus.
 */
function unfoldAround(element: HTMLElement): void {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}

function focusOn(element: HTMLElement | null): void {
  // A button that was pressed in a row, such as of its order, keeps the focus in it.
  if (!element || element.closest("tr")?.contains(document.activeElement)) return;
  unfoldAround(element);
  focusAny(element);
}

/**
 * After a navigation by script, moves focus to where a new document would have it, so that it is announced. Within a page,
 * such as from a question back to its list, only when the focus was lost.
 */
export function useNavigationFocus(): void {
  const { pathname, hash, key } = useLocation();
  const at = useRef({ pathname, hash: "", key });
  useEffect(() => {
    const before = at.current;
    at.current = { pathname, hash, key };
    const isNewPage = before.pathname !== pathname;
    if (hash && (isNewPage || before.hash !== hash))
      focusOn(document.getElementById(decodeURIComponent(hash.slice(1))));
    else if (isNewPage) focusOn(document.querySelector<HTMLElement>("main h1"));
    else if (before.key !== key && document.activeElement === document.body) focusHeading();
  }, [pathname, hash, key]);
}
