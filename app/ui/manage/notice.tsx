import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { doneWords } from "./words";

const washes = { good: "bg-notice-wash border-accent", warning: "bg-warning-wash border-degraded" } as const;

/** A remark about the page at hand; it stands where it matters and does not go away by itself. */
export function Notice({ tone = "good", children }: { tone?: keyof typeof washes; children: ReactNode }) {
  return <div className={`rounded-md border-s-4 px-4 py-3 ${washes[tone]}`}>{children}</div>;
}

/** What the last form did, after its 303. */
export function Flash() {
  const [search] = useSearchParams();
  const words = doneWords[search.get("done") ?? ""];
  if (!words) return null;
  return (
    <div role="status">
      <Notice>{words}</Notice>
    </div>
  );
}
