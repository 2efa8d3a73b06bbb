import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "./button";
import { ButtonForm } from "./form";
import { NoticeBanner } from "./notice";
import { type UndoOffer, useViewer } from "./viewer";

/** Time for which an answer stays in sight of someone who is far below it. */
const inSightMs = 6000;

/**
 * Shows the answer of a form far below the top in sight for a while, and then at the top as usual: at once when the
 * person presses elsewhere, which it must not cover. Returns the height (px) that it leaves empty there; null = it is at
 * the top. It is observed, because the returning focus may scroll the page only after the answer is there.
 */
function useFarBelow(ref: RefObject<HTMLDivElement>, key: string): number | null {
  const [left, setLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const watch = new IntersectionObserver((entries) => {
      const { height, bottom } = entries.at(-1)?.boundingClientRect ?? place.getBoundingClientRect();
      setLeft(height > 0 && bottom < 0 ? height : null);
    });
    const end = () => {
      watch.disconnect();
      setLeft(null);
    };
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && ref.current?.contains(target))) end();
    };
    watch.observe(place);
    document.addEventListener("pointerdown", onPress);
    const timer = setTimeout(end, inSightMs);
    return () => {
      watch.disconnect();
      document.removeEventListener("pointerdown", onPress);
      clearTimeout(timer);
    };
  }, [key]);
  return left;
}

/** Form in the answer itself that undoes the action. */
const UndoButton = ({ undo: { form, label, ...to } }: { undo: UndoOffer }) => (
  <ButtonForm name={form} {...to}>
    <Button>{label}</Button>
  </ButtonForm>
);

/**
 * Result of the last form, with an undo button or the next step if possible. The element exists before it has text, so that screen
 * readers announce it; the same text twice is announced as two answers.
 */
export function FlashBanner() {
  const { key } = useLocation();
  const ref = useRef<HTMLDivElement>(null);
  const left = useFarBelow(ref, key);
  const { done: words, undo, next } = useViewer();
  const place = left === null ? "" : "toast fixed inset-x-4 z-20 mx-auto max-w-xl shadow-lg";
  return (
    <div ref={ref} role="status" className="empty:absolute" style={left === null ? undefined : { height: left }}>
      {words ? (
        <div key={key} className={place}>
          <NoticeBanner>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p>{words}</p>
              {undo ? <UndoButton undo={undo} /> : null}
              {next.length > 0 ? (
                <div className="flex flex-wrap gap-3">
                  {next.map(({ to, label }, index) => (
                    <ButtonLink key={to} to={to} {...(index === 0 ? { look: "primary" } : {})}>
                      {label}
                    </ButtonLink>
                  ))}
                </div>
              ) : null}
            </div>
          </NoticeBanner>
        </div>
      ) : null}
    </div>
  );
}
