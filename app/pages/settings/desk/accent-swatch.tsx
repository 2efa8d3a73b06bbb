import { accentContrasts } from "~/text/contrast";
import { useWords } from "./words/words";

/**
 * Shows the colour as visitors see it, in light and dark mode, with the contrast of each; nothing while it is no
 * colour.
 */
export function AccentSwatch({ accent }: { accent: string }) {
  const { t } = useWords();
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return null;
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {Object.entries(accentContrasts(accent)).map(([name, { colour, ground, ratio }]) => (
        <li key={name} className="flex items-center gap-2">
          <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 flex-none rounded border border-edge">
            <rect width="32" height="32" fill={ground} />
            <circle cx="16" cy="16" r="9" fill={colour} />
          </svg>
          {t(name === "dark" ? "branding.on_dark" : "branding.on_white", { ratio })}
        </li>
      ))}
    </ul>
  );
}
