import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useViewer } from "~/ui/parts/viewer";
import { useWords } from "./words/words";

const id = "room-work";

/** Focuses the text field; of its forms only one is visible. */
function enter({ currentTarget, newState }: ToggleEvent): void {
  if (newState !== "open" || !(currentTarget instanceof HTMLElement)) return;
  for (const box of currentTarget.querySelectorAll("textarea")) box.focus();
}

/** Closes the sheet if it is open; a draft's forms are always shown, and hiding what is no popover fails. */
function closeSheet(box: HTMLElement | null): void {
  if (box && "hidePopover" in box && box.matches(":popover-open")) box.hidePopover();
}

/** Closes the sheet when focus moves behind it, so that the focus stays visible. */
function leave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (!(currentTarget instanceof HTMLElement && relatedTarget instanceof Node)) return;
  if (!currentTarget.contains(relatedTarget)) closeSheet(currentTarget);
}

/**
 * Places the forms beside the timeline. On a phone with JavaScript they are a sheet at the bottom, opened by its button
 * and closed by Escape, as the browser does for a popover; elsewhere they are always shown (manage.css).
 */
export function IncidentFormsPanel({ sheet, children }: { sheet: boolean; children: ReactNode }) {
  const { t } = useWords();
  const { done } = useViewer();
  const { key } = useLocation();
  const ref = useRef<HTMLDivElement>(null);
  const refused = useActionData() as { conflict?: boolean } | undefined;
  useEffect(() => {
    const box = ref.current;
    box?.addEventListener("toggle", enter as EventListener);
    box?.addEventListener("focusout", leave);
    return () => {
      box?.removeEventListener("toggle", enter as EventListener);
      box?.removeEventListener("focusout", leave);
    };
  }, []);
  // Closes the sheet after an answer, because its messages are behind the sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => {
    if (refused ? refused.conflict : done) closeSheet(ref.current);
  }, [key, refused]);
  return (
    <>
      <div ref={ref} id={id} className="room-work" {...(sheet ? { popover: "auto" } : {})}>
        {children}
      </div>
      {sheet ? (
        <button type="button" className="sheet-opener" {...{ popovertarget: id }}>
          {t("update.title")}
        </button>
      ) : null}
    </>
  );
}
