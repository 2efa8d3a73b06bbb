import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useViewer } from "~/ui/parts/viewer";
import { useWords } from "./words/words";

const id = "room-work";

/** Into what is typed: of its forms only one is seen. */
function enter({ currentTarget, newState }: ToggleEvent): void {
  if (newState !== "open" || !(currentTarget instanceof HTMLElement)) return;
  for (const box of currentTarget.querySelectorAll("textarea")) box.focus();
}

/** Focus that goes on behind the sheet is not left out of sight. */
function leave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (!(currentTarget instanceof HTMLElement && relatedTarget instanceof Node)) return;
  if (!currentTarget.contains(relatedTarget)) currentTarget.hidePopover?.();
}

/**
 * What is written, beside what happened. On a phone where script runs it is a sheet at the bottom, opened by its button and
 * closed by Escape as the browser does it for a popover; everywhere else it stands open (manage.css).
 */
export function RoomWork({ sheet, children }: { sheet: boolean; children: ReactNode }) {
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
  // What is said of it then stands behind the sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => {
    if (refused ? refused.conflict : done) ref.current?.hidePopover?.();
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
