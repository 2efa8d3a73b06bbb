import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { doneWords } from "./words";

const washes = { good: "bg-notice-wash border-accent", warning: "bg-warning-wash border-degraded" } as const;

/** A remark about the page at hand; it stands where it matters and does not go away by itself. */
export function Notice({ tone = "good", children }: { tone?: keyof typeof washes; children: ReactNode }) {
  return <div className={`rounded-md border-s-4 px-4 py-3 ${washes[tone]}`}>{children}</div>;
}

/** What the last form did. The empty one is there before it has words, so that they are read out when they come. */
export function Flash() {
  const [search] = useSearchParams();
  const words = doneWords[search.get("done") ?? ""];
  return (
    <div role="status" className="empty:absolute">
      {words ? <Notice>{words}</Notice> : null}
    </div>
  );
}
