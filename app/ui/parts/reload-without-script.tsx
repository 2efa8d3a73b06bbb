import { reloadingHtml } from "~/text/escape-html";
import { Link } from "./link";

/** Parameter by which someone without script stops the reloading of a page. */
export const stopReloadParam = "still";

interface ReloadingProps {
  /** URL of the page. */
  here: string;
  seconds: number;
  /** True when someone has stopped it. */
  isStill: boolean;
  /** Says that the page reloads, and names the links that stop it and that read it again. */
  texts: { reloads: string; still: string; reload: string };
}

/**
 * Reloads a page without script, until someone stops it. As text, because a script that made this element would start a
 * second reloading beside its own.
 */
export function ReloadingWithoutScript({ here, seconds, isStill, texts }: ReloadingProps) {
  if (isStill) {
    return (
      <noscript>
        <Link to={here} className="inline-flex min-h-hit items-center">
          {texts.reload}
        </Link>
      </noscript>
    );
  }
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the path is escaped */}
      <noscript dangerouslySetInnerHTML={{ __html: reloadingHtml(seconds, here) }} />
      <noscript>
        <p className="flex flex-wrap items-center gap-x-4">
          <span>{texts.reloads}</span>
          <Link to={`${here}?${stopReloadParam}`} className="inline-flex min-h-hit items-center">
            {texts.still}
          </Link>
        </p>
      </noscript>
    </>
  );
}
