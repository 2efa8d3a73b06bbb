import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useViewer } from "~/ui/parts/viewer";
import type { WordTable } from "~/ui/parts/words";
import { resolvedStatus } from "../rules/incident";
import { timelineId } from "./room-timeline";
import { statusFieldName } from "./status-chips";
import { useWords } from "./words/words";

const id = "room-work";

/** Attributes of a button that closes the sheet without script; React’s types do not know them. */
const closingTarget = {
  popovertarget: id,
  popovertargetaction: "hide",
};

/** Focuses the text field; of its forms only one is visible. The sheet shows its top, where its warnings are. */
function enter({ currentTarget, newState }: ToggleEvent): void {
  if (newState !== "open" || !(currentTarget instanceof HTMLElement)) return;
  for (const box of currentTarget.querySelectorAll("textarea")) box.focus({ preventScroll: true });
}

/**
 * Closes the sheet and returns true if it was open; a draft's forms are always shown, and hiding what is no popover
 * fails.
 */
function closeSheet(box: HTMLElement | null): boolean {
  const isOpen = box !== null && "hidePopover" in box && box.matches(":popover-open");
  if (isOpen) box.hidePopover();
  return isOpen;
}

/** Shows what was posted: the newest entry stands first in the timeline, and the page stayed where the sheet covered it. */
const showNewestEntry = (): void => document.getElementById(timelineId)?.scrollIntoView();

/** Closes the sheet when the focus moves behind it, so that the focus stays visible. */
function leave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (!(currentTarget instanceof HTMLElement && relatedTarget instanceof Node)) return;
  if (!currentTarget.contains(relatedTarget)) closeSheet(currentTarget);
}

/**
 * Chooses a status in the form; null undoes what a button chose before, and Resolved. It sends no event, because nobody
 * typed anything that must be kept.
 */
function chooseStatus(box: HTMLElement | null, status: string | null, before: string | null): void {
  const choices = [...(box?.querySelectorAll<HTMLInputElement>(`[name="${statusFieldName}"]`) ?? [])];
  const taken = choices.some(({ checked, value }) => checked && [resolvedStatus, before].includes(value));
  const chosen = choices.find((each) => (status === null ? taken && each.defaultChecked : each.value === status));
  if (chosen) chosen.checked = true;
}

interface IncidentFormsPanelProps {
  /** True when the forms are a sheet on a phone. */
  sheet: boolean;
  /** The statuses that may come next; none for an incident that is over. */
  next: readonly string[];
  /** Names of its statuses. */
  words: WordTable;
  children: ReactNode;
}

/**
 * Shows the bar at the foot of a phone: a button for an update that keeps the status, and one for each status that may
 * come next. Each opens the sheet with its status chosen.
 */
function SheetOpeners({
  box,
  next,
  words,
}: Pick<IncidentFormsPanelProps, "next" | "words"> & { box: RefObject<HTMLDivElement> }) {
  const { t } = useWords();
  const chosen = useRef<string | null>(null);
  const opener = (status: string | null) => ({
    type: "button" as const,
    popovertarget: id,
    onClick: () => {
      chooseStatus(box.current, status, chosen.current);
      chosen.current = status;
    },
  });
  return (
    <div className="sheet-openers">
      <button {...opener(null)} className="sheet-opener">
        {t("update.title")}
      </button>
      {next.map((status) => (
        <button
          key={status}
          {...opener(status)}
          className={status === resolvedStatus ? "sheet-resolver" : "sheet-next"}
        >
          {words[status] ?? status}
        </button>
      ))}
    </div>
  );
}

/**
 * Places the forms beside the timeline. On a phone with JavaScript they are a sheet at the bottom, opened by its button
 * and closed by Escape, as the browser does for a popover; elsewhere they are always shown (manage.css).
 */
export function IncidentFormsPanel({ sheet, next, words, children }: IncidentFormsPanelProps) {
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
  // Closes the sheet after an answer, because its messages and the new entry are behind the sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => {
    const closes = refused ? refused.conflict : done;
    if (closes && closeSheet(ref.current) && !refused) showNewestEntry();
  }, [key, refused]);
  return (
    <>
      <div ref={ref} id={id} className="room-work" {...(sheet ? { popover: "auto" } : {})}>
        {sheet ? (
          <button type="button" className="sheet-closer" {...closingTarget}>
            {t("composer.close")}
          </button>
        ) : null}
        {children}
      </div>
      {sheet ? <SheetOpeners box={ref} next={next} words={words} /> : null}
    </>
  );
}
