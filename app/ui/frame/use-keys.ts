import { useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";
import { isTypingTarget, keysOffStorageKey } from "./key-settings";

interface DeskWindowProps {
  slug: string;
  onClose(): void;
}

type DeskWindow = ComponentType<DeskWindowProps>;

/** Loaders of the windows that a key opens over a page: their scripts are read at first use. */
export interface DeskWindowLoaders {
  search(): Promise<DeskWindow>;
  shortcuts(): Promise<DeskWindow>;
}

const isSearchKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && /^k$/i.test(key);

const isShortcutsKey = ({ key, metaKey, ctrlKey, target }: KeyboardEvent): boolean =>
  key === "?" && !metaKey && !ctrlKey && !isTypingTarget(target) && localStorage.getItem(keysOffStorageKey) === null;

/**
 * Opens search over any page with Ctrl or ⌘ and K, and the list of keys with `?`. A window whose script cannot be read
 * is opened as a page.
 */
export function useKeyboardShortcuts(
  slug: string | undefined,
  loaders: DeskWindowLoaders | undefined,
): { Window: DeskWindow | null; onClose(): void } {
  const navigate = useNavigate();
  const [Window, show] = useState<DeskWindow | null>(null);
  useEffect(() => {
    if (slug === undefined || loaders === undefined) return;
    const open = (window: Promise<DeskWindow>, page: string) =>
      window.then(
        (opened) => show(() => opened),
        () => navigate(`/manage/${slug}/${page}`),
      );
    const onKey = (event: KeyboardEvent) => {
      if (isSearchKey(event)) {
        event.preventDefault();
        open(loaders.search(), "search");
      } else if (isShortcutsKey(event)) open(loaders.shortcuts(), "help#keys");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [slug, loaders, navigate]);
  return { Window, onClose: () => show(null) };
}
