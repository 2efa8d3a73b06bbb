import { useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useViewer } from "./viewer";

const washes = {
  good: "bg-notice-wash border-accent",
  warning: "bg-warning-wash border-degraded",
  danger: "bg-danger-wash border-danger",
} as const;

/** A remark about the page at hand; it stands where it matters and does not go away by itself. */
export function Notice({ tone = "good", children }: { tone?: keyof typeof washes; children: ReactNode }) {
  return <div className={`rounded-md border-s-4 px-4 py-3 ${washes[tone]}`}>{children}</div>;
}

/** A warning with a line for each thing that it is about. */
export const WarningList = ({ title, children }: { title: string; children: ReactNode }) => (
  <Notice tone="warning">
    <p className="font-medium">{title}</p>
    <ul className="list-disc ps-5">{children}</ul>
  </Notice>
);

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

/**
 * What the last form did. The empty one is there before it has words, so that they are read out when they come; the same
 * words said twice are two answers.
 */
export function Flash() {
  const { key } = useLocation();
  const ref = useRef<HTMLDivElement>(null);
  const left = useFarBelow(ref, key);
  const { done: words } = useViewer();
  const place = left === null ? "" : "fixed inset-x-4 bottom-4 z-20 mx-auto max-w-xl shadow-lg";
  return (
    <div ref={ref} role="status" className="empty:absolute" style={left === null ? undefined : { height: left }}>
      {words ? (
        <div key={key} className={place}>
          <Notice>{words}</Notice>
        </div>
      ) : null}
    </div>
  );
}
