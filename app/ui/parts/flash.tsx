import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "./button";
import { ButtonForm } from "./form";
import { NoticeBanner } from "./notice";
import { type UndoOffer, useViewer } from "./viewer";

/**
 * Shows the answer of a form far below the top in sight for a while, and then at the top as usual. Returns the height
 * (px) that it leaves empty there meanwhile, so that nothing moves; null = it is at the top.
 */
function useFarBelow(ref: RefObject<HTMLDivElement>, key: string): number | null {
  const [left, setLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => {
    const look = () => {
      const box = ref.current?.getBoundingClientRect();
      setLeft(box && box.height > 0 && box.bottom < 0 ? box.height : null);
    };
    const frame = requestAnimationFrame(look);
    const timer = setTimeout(() => setLeft(null), 6000);
    return () => {
      cancelAnimationFrame(frame);
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
