import { useEffect, useState } from "react";
import { useWords } from "./part-words";

/** Style of a button or a link in the bar above a text. */
export const textBarItemClass =
  "inline-flex min-h-hit cursor-pointer items-center rounded-md px-4 font-medium text-accent no-underline hover:bg-sunken";

/** Copies a text to the clipboard; shown only where script runs and the browser permits it. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const { t } = useWords();
  const [state, setState] = useState<"unable" | "able" | "copied">("unable");
  useEffect(() => setState("clipboard" in navigator ? "able" : "unable"), []);
  if (state === "unable") return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("unable"),
    );
  return (
    <span className="inline-flex">
      <button
        type="button"
        aria-label={t("copy.named", { what })}
        onClick={copy}
        onBlur={() => setState("able")}
        className={textBarItemClass}
      >
        {state === "copied" ? t("copy.done") : t("copy.button")}
      </button>
      <span role="status" className="sr-only">
        {state === "copied" ? t("copy.done") : ""}
      </span>
    </span>
  );
}
