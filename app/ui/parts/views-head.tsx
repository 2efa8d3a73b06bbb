import { NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { viewLinkClass } from "./filter-links";
import { PageHead } from "./list";

interface ViewsPageHeadProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** Label of the group of pages. */
  label: string;
  views: readonly { to: string; text: string }[];
  /** Notices between the title and the links. */
  notices?: ReactNode;
}

/** Head of one of a few related pages: its title, and links to the others. */
export const ViewsPageHead = ({ title, note, action, label, views, notices }: ViewsPageHeadProps) => (
  <div className="grid gap-4">
    <PageHead title={title} note={note} action={action} />
    {notices}
    {views.length < 2 ? null : (
      <nav aria-label={label}>
        <ul className="-mx-3 flex flex-wrap gap-1">
          {views.map(({ to, text }) => (
            <li key={to}>
              <NavLink to={to} end className={viewLinkClass}>
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    )}
  </div>
);
