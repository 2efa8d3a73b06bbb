import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
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
