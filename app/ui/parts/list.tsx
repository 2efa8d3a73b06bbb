import type { ReactNode } from "react";
import { DeferredHydrationBoundary } from "./hydration-list";
import { ChevronIcon, WarningIcon } from "./icons";
import { Link } from "./link";
import { useWords } from "./part-words";

interface SectionProps {
  title: string;
  /** The section's only action. */
  action?: ReactNode;
  /** Id for links to it on the same page. */
  id?: string;
  children: ReactNode;
}

/** A section of a page with a title. */
export function Section({ title, action, id, children }: SectionProps) {
  return (
    <DeferredHydrationBoundary>
      <section id={id} className="grid scroll-mt-4 grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg font-semibold">{title}</h2>
          {action}
        </div>
        {children}
      </section>
    </DeferredHydrationBoundary>
  );
}

export function PageHead({ title, note, action }: { title: string; note?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-0 gap-1 wrap-anywhere md:grow md:basis-80">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {note ? <div className="text-soft">{note}</div> : null}
      </div>
      {action}
    </div>
  );
}

interface ColumnsProps {
  /** Content beside the rest when there is room, otherwise below it; null = none. */
  aside: ReactNode;
  /** True when it is the main task of the page: above the rest when there is no room beside it. */
  asideFirst?: boolean;
  children: ReactNode;
}

const column = "grid grid-cols-1 content-start gap-8";

export function ColumnsWithAside({ children, aside, asideFirst = false }: ColumnsProps) {
  if (aside === null) return <div className={column}>{children}</div>;
  const beside = (
    <div key="aside" className={`${column} xl:col-start-2 xl:row-start-1`}>
      {aside}
    </div>
  );
  const rest = (
    <div key="rest" className={`${column} xl:col-start-1 xl:row-start-1`}>
      {children}
    </div>
  );
  return (
    <div className="grid grid-cols-1 gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
      {asideFirst ? [beside, rest] : [rest, beside]}
    </div>
  );
}

/** Rows with thin lines between them, on one surface. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{children}</ul>;
}

/** A row with its content at the start and its actions at the end. */
export function ListRow({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 pointer-fine:py-2">
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">{children}</div>
      {actions ? (
        <div className="row-actions flex flex-wrap items-center gap-2 has-[>:nth-child(3)]:basis-full has-[details[open]]:basis-full max-sm:has-[details]:basis-full">
          {actions}
        </div>
      ) : null}
    </li>
  );
}

/** Title of a row as a link, with a touch target of 44 px that does not make the row taller. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-2.5 min-h-hit min-w-0 py-2.5 font-medium text-ink decoration-line hover:decoration-current"
    >
      {children}
    </Link>
  );
}

/** Second line of a row; `links`: several may stand below each other on a phone, and need room. */
export function ListRowDetail({ children, links = false }: { children: ReactNode; links?: boolean }) {
  return (
    <p className={`flex flex-wrap gap-x-3 gap-y-1 text-sm text-soft ${links ? "max-sm:gap-y-3" : ""}`}>{children}</p>
  );
}

/** Style of a card; inside a fold, which has a border, it draws none. */
export const cardClass =
  "card-box gap-5 rounded-lg border border-line bg-surface p-4 in-[details]:rounded-none in-[details]:border-0 in-[details]:p-0";

export function Card({ children }: { children: ReactNode }) {
  return (
    <DeferredHydrationBoundary>
      <div className={`grid ${cardClass}`}>{children}</div>
    </DeferredHydrationBoundary>
  );
}

/** Empty list: says what belongs here and how to add it. */
export function EmptyState({ title, about, children }: { title: string; about?: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-lg border border-dashed border-edge p-5">
      <p className="font-semibold">{title}</p>
      <div className="grid max-w-prose justify-items-start gap-3 text-soft">
        {about === undefined ? null : <p>{about}</p>}
        {children}
      </div>
    </div>
  );
}

/** `about` = name of the item for people who do not see its position; not needed when the title names it. */
type FoldName = { title: ReactNode; about?: undefined } | { title: string; about: string };

type FoldProps = FoldName & {
  open?: boolean;
  /** True when its content cannot be undone. */
  danger?: boolean;
  /** True when it is one of many of its kind: a line of text until it is open. */
  quiet?: boolean;
  children: ReactNode;
};

/** More details about a line, in the line's size and without a border. */
export const LineFold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="text-sm">
    <summary className="flex min-h-hit w-fit list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
      <span>{title}</span>
      <ChevronIcon />
    </summary>
    {children}
  </details>
);

/** A fold for rarely needed content; it opens without script. */
export function Fold({ title, about, open = false, danger = false, quiet = false, children }: FoldProps) {
  const { t } = useWords();
  return (
    <DeferredHydrationBoundary>
      <details
        open={open}
        className={quiet ? "" : `rounded-lg border bg-surface ${danger ? "border-danger" : "border-line"}`}
      >
        <summary
          aria-label={about === undefined ? undefined : t("label.named", { label: title, about })}
          className={`flex min-h-hit list-none items-center gap-3 rounded-lg [&::-webkit-details-marker]:hidden ${quiet ? "w-fit text-sm text-soft hover:text-ink" : "justify-between px-4 py-2.5 font-medium hover:bg-sunken pointer-fine:py-1.5"}`}
        >
          {danger ? <WarningIcon /> : null}
          <span className={`flex-1 ${danger ? "text-danger" : ""}`}>{title}</span>
          <ChevronIcon />
        </summary>
        <div className={`grid gap-5 ${quiet ? "pt-2" : "border-t border-line p-4"}`}>{children}</div>
      </details>
    </DeferredHydrationBoundary>
  );
}
