import type { ReactNode } from "react";
import type { Status } from "~/status/status";
import { useWords } from "./part-words";

/** One shape per status, so that it is recognisable without colour; drawn in a box of 16. */
const shapes: Record<Status, { path: string; colour: string }> = {
  operational: {
    path: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.7 5.2-4.4 5a.9.9 0 0 1-1.3 0L4.2 9.3l1.2-1.2 1.2 1.2 3.8-4.3Z",
    colour: "text-operational",
  },
  no_data: {
    path: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 2a5 5 0 1 1 0 10A5 5 0 0 1 8 3Zm-3 4v2h6V7Z",
    colour: "text-no-data",
  },
  under_maintenance: { path: "M2 2h12v12H2Zm3 5v2h6V7Z", colour: "text-maintenance" },
  degraded_performance: { path: "M8 1.5 15.5 14H.5ZM7.2 6v4h1.6V6Zm0 5v1.6h1.6V11Z", colour: "text-degraded" },
  partial_outage: { path: "M8 .5 15.5 8 8 15.5.5 8ZM8 3.3V8h4.7Z", colour: "text-partial" },
  major_outage: {
    path: "M5 1h6l4 4v6l-4 4H5l-4-4V5Zm.6 3.4L4.4 5.6 6.8 8l-2.4 2.4 1.2 1.2L8 9.2l2.4 2.4 1.2-1.2L9.2 8l2.4-2.4-1.2-1.2L8 6.8Z",
    colour: "text-major",
  },
};

/** A shape beside its word; drawn in a box of 16. */
export const GlyphIcon = ({ path, colour }: { path: string; colour: string }) => (
  <svg className={`size-4 flex-none ${colour}`} viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
    <path fillRule="evenodd" d={path} />
  </svg>
);

export const StatusIcon = ({ status }: { status: Status }) => <GlyphIcon {...shapes[status]} />;

/** A status as word, shape and colour; `unmonitored` = it has no data because nothing monitors it. */
export function StatusBadge({ status, unmonitored = false }: { status: Status; unmonitored?: boolean }) {
  const { t } = useWords();
  return (
    <span className="inline-flex items-center gap-1.5">
      <StatusIcon status={status} />
      {unmonitored ? t("coverage.unmonitored") : t(`status.${status}`)}
    </span>
  );
}

const tones = {
  neutral: "border-line bg-sunken text-ink",
  alarm: "border-major text-major bg-danger-wash",
  good: "border-operational text-operational bg-notice-wash",
  waiting: "border-degraded text-degraded bg-warning-wash",
} as const;

/** A short word about a state: draft, firing, resolved. */
export function Tag({ tone = "neutral", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span className={`inline-block rounded border px-1.5 text-sm font-medium whitespace-nowrap ${tones[tone]}`}>
      {children}
    </span>
  );
}
