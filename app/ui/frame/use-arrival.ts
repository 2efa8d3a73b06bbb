import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** A browser unfolds what an address leads into; after a navigation by script nobody does, and nothing in a fold has focus. */
function unfoldAround(element: HTMLElement): void {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  unfoldAround(element);
  if (!element.hasAttribute("tabindex") && element.tabIndex < 0) element.setAttribute("tabindex", "-1");
  element.focus();
}

/** After a navigation by script: focus goes where a new document would put it, so that it is read out. */
export function useArrival(): void {
  const { pathname, hash } = useLocation();
  const at = useRef(pathname);
  useEffect(() => {
    const moved = at.current !== pathname;
    at.current = pathname;
    if (hash) focusOn(document.getElementById(decodeURIComponent(hash.slice(1))));
    else if (moved) focusOn(document.querySelector<HTMLElement>("main h1"));
  }, [pathname, hash]);
}
