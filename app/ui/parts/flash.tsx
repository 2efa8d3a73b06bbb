import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { ButtonForm } from "./form";
import { Notice } from "./notice";
import { type Undo, useViewer } from "./viewer";

/**
 * Where a form was sent in place far below, its answer comes into sight for a while, then stands at the top as always. Gives
 * the height (px) that it leaves empty there meanwhile, so that nothing moves; null = it stands at the top.
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

/** The form that takes it back, in the answer itself. */
const UndoButton = ({ undo: { form, label, ...to } }: { undo: Undo }) => (
  <ButtonForm name={form} {...to}>
    <Button>{label}</Button>
  </ButtonForm>
);

/**
 * What the last form did, and where it can be taken back the way to. The empty one is there before it has words, so that they are read out when they come; the same
 * words said twice are two answers.
 */
export function Flash() {
  const { key } = useLocation();
  const ref = useRef<HTMLDivElement>(null);
  const left = useFarBelow(ref, key);
  const { done: words, undo } = useViewer();
  const place = left === null ? "" : "fixed inset-x-4 bottom-4 z-20 mx-auto max-w-xl shadow-lg";
  return (
    <div ref={ref} role="status" className="empty:absolute" style={left === null ? undefined : { height: left }}>
      {words ? (
        <div key={key} className={place}>
          <Notice>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p>{words}</p>
              {undo ? <UndoButton undo={undo} /> : null}
            </div>
          </Notice>
        </div>
      ) : null}
    </div>
  );
}
