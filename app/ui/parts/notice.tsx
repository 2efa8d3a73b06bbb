import type { ReactNode } from "react";

const washes = {
  good: "bg-notice-wash border-accent",
  warning: "bg-warning-wash border-degraded",
  danger: "bg-danger-wash border-danger",
} as const;

/** A permanent remark on the page, shown where it matters. */
export function NoticeBanner({ tone = "good", children }: { tone?: keyof typeof washes; children: ReactNode }) {
  return <div className={`rounded-md border-s-4 px-4 py-3 ${washes[tone]}`}>{children}</div>;
}

/** A warning with a line for each item. */
export const WarningListBanner = ({ title, children }: { title: string; children: ReactNode }) => (
  <NoticeBanner tone="warning">
    <p className="font-medium">{title}</p>
    <ul className="list-disc ps-5">{children}</ul>
  </NoticeBanner>
);
