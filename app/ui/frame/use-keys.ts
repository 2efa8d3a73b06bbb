import { useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";
import { isTypingTarget, keysOffStorageKey } from "./key-settings";

interface PaletteProps {
  slug: string;
  onClose(): void;
}

/** Loads the script of the search window. */
export type PaletteLoader = () => Promise<{ SearchPalette: ComponentType<PaletteProps> }>;

interface KeyboardShortcutSettings {
  slug: string | undefined;
  readPalette: PaletteLoader | undefined;
}

/**
 * Opens search on any page with Ctrl or ⌘ and K, and the list of keys with `?`. The window's script is loaded at first
 * use.
 */
export function useKeyboardShortcuts({ slug, readPalette }: KeyboardShortcutSettings): {
  Palette: ComponentType<PaletteProps> | null;
  onClose(): void;
} {
  const navigate = useNavigate();
  const [Palette, show] = useState<ComponentType<PaletteProps> | null>(null);
  useEffect(() => {
    if (slug === undefined || readPalette === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
      if ((metaKey || ctrlKey) && !altKey && !shiftKey && /^k$/i.test(key)) {
        event.preventDefault();
        readPalette().then(
          ({ SearchPalette: window }) => show(() => window),
          () => navigate(`/manage/${slug}/search`),
        );
      }
      if (
        key === "?" &&
        !metaKey &&
        !ctrlKey &&
        !isTypingTarget(event.target) &&
        localStorage.getItem(keysOffStorageKey) === null
      )
        navigate(`/manage/${slug}/help#keys`);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [slug, readPalette, navigate]);
  return { Palette, onClose: () => show(null) };
}
