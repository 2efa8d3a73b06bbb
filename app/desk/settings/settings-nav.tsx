import { NavLink } from "@remix-run/react";
import { viewLink } from "../parts/filter-links";
import { PageHead } from "../parts/list";

/** What the person at hand may open. */
export interface SettingsRights {
  admin: boolean;
  owner: boolean;
}

const places = [
  { path: "", label: "General", need: null },
  { path: "/branding", label: "Branding", need: "admin" },
  { path: "/visibility", label: "Visibility", need: "owner" },
  { path: "/domain", label: "Domain", need: "owner" },
  { path: "/danger", label: "Danger zone", need: "owner" },
] as const;

/** The head of every settings page: one title, and the few places below it. */
export function SettingsHead({ slug, may }: { slug: string; may: SettingsRights }) {
  const shown = places.filter(({ need }) => need === null || may[need]);
  return (
    <div className="grid gap-4">
      <PageHead title="Settings" />
      {shown.length < 2 ? null : (
        <nav aria-label="Settings">
          <ul className="-mx-3 flex flex-wrap gap-1">
            {shown.map(({ path, label }) => (
              <li key={label}>
                <NavLink to={`/manage/${slug}/settings${path}`} end className={viewLink}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
