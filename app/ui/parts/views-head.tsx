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

/** Links side by side; many of them stand in two columns on a phone, where each would take a line of its own. */
const listClass = (count: number): string =>
  `-mx-3 gap-1 ${count > 4 ? "grid grid-cols-2 max-sm:text-sm sm:flex sm:flex-wrap" : "flex flex-wrap"}`;

/** Head of one of a few related pages: its title, and links to the others. */
export const ViewsPageHead = ({ title, note, action, label, views, notices }: ViewsPageHeadProps) => (
  <div className="grid gap-4">
    <PageHead title={title} note={note} action={action} />
    {notices}
    {views.length < 2 ? null : (
      <nav aria-label={label}>
        <ul className={listClass(views.length)}>
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
