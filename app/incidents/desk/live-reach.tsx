import { useParams } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import { debounceEvents } from "~/ui/parts/in-pauses";
import { useWords } from "./words/words";

const group = "components.";

/**
 * Returns how many people an update about the picked components reaches. Null before one is picked, and without
 * JavaScript.
 */
function useLiveReach(ref: RefObject<HTMLElement>, incident: string): number | null {
  const { page } = useParams();
  const [people, setPeople] = useState<number | null>(null);
  useEffect(() => {
    const form = ref.current?.closest("form");
    const picker = form?.querySelector<HTMLElement>(".picker");
    if (!form || !picker) return;
    return debounceEvents(picker, "change", async (signal) => {
      const picked = [...new FormData(form).keys()].filter((name) => name.startsWith(group));
      const components = picked.map((name) => name.slice(group.length)).join();
      const answer = await fetch(`/manage/${page}/reach?${new URLSearchParams({ incident, components })}`, { signal });
      if (answer.ok) setPeople(((await answer.json()) as { people: number }).people);
    });
  }, [ref, page, incident]);
  return people;
}

/**
 * Shows next to the button whom it reaches. It follows the picker by script, and the choice to notify by the style
 * sheet alone.
 */
export function LiveReachText({ text, incident = "" }: { text: string; incident?: string | undefined }) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  const ref = useRef<HTMLDivElement>(null);
  const people = useLiveReach(ref, incident);
  return (
    <div ref={ref} className="reach" aria-live="polite">
      <p className="reach-told">
        {people === null ? text : reachText(people)} <span className="without-script">{t("composer.counted")}</span>
      </p>
      <p className="reach-silent">{reachText(0)}</p>
    </div>
  );
}
