import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useViewer } from "~/ui/parts/viewer";
import { resolvedStatus } from "../rules/incident";
import { statusFieldName } from "./status-chips";
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
 * Chooses Resolved in the form, or takes that back. No event says so, because nobody typed anything that must be kept.
 */
function chooseResolved(box: HTMLElement | null, resolves: boolean): void {
  const choices = [...(box?.querySelectorAll<HTMLInputElement>(`[name="${statusFieldName}"]`) ?? [])];
  const resolved = choices.find(({ value }) => value === resolvedStatus);
  if (!resolved || resolved.checked === resolves) return;
  const chosen = resolves ? resolved : choices.find(({ defaultChecked }) => defaultChecked);
  if (chosen) chosen.checked = true;
}

interface IncidentFormsPanelProps {
  /** True when the forms are a sheet on a phone. */
  sheet: boolean;
  /** Label of the second button, which opens the sheet with Resolved chosen; null = without it. */
  resolve: string | null;
  children: ReactNode;
}

/** The bar at the foot of a phone: one button for the next update, one for the last. */
function SheetOpeners({ box, resolve }: { box: RefObject<HTMLDivElement>; resolve: string | null }) {
  const { t } = useWords();
  const opener = (resolves: boolean) => ({
    type: "button" as const,
    popovertarget: id,
    onClick: () => chooseResolved(box.current, resolves),
  });
  return (
    <div className="sheet-openers">
      <button {...opener(false)} className="sheet-opener">
        {t("update.title")}
      </button>
      {resolve === null ? null : (
        <button {...opener(true)} className="sheet-resolver">
          {resolve}
        </button>
      )}
    </div>
  );
}

/**
 * Places the forms beside the timeline. On a phone with JavaScript they are a sheet at the bottom, opened by its button
 * and closed by Escape, as the browser does for a popover; elsewhere they are always shown (manage.css).
 */
export function IncidentFormsPanel({ sheet, resolve, children }: IncidentFormsPanelProps) {
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
        {sheet ? (
          <button type="button" className="sheet-closer" {...{ popovertarget: id, popovertargetaction: "hide" }}>
            {t("composer.close")}
          </button>
        ) : null}
        {children}
      </div>
      {sheet ? <SheetOpeners box={ref} resolve={resolve} /> : null}
    </>
  );
}
