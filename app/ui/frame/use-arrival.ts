import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

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
  if (!element.hasAttribute("tabindex") && element.tabIndex < 0) element.setAttribute("tabindex", "-1");
  element.focus();
}

/** After a navigation by script, moves focus to where a new document would have it, so that it is announced. */
export function useNavigationFocus(): void {
  const { pathname, hash } = useLocation();
  const at = useRef(pathname);
  useEffect(() => {
    const moved = at.current !== pathname;
    at.current = pathname;
    if (hash) focusOn(document.getElementById(decodeURIComponent(hash.slice(1))));
    else if (moved) focusOn(document.querySelector<HTMLElement>("main h1"));
  }, [pathname, hash]);
}
