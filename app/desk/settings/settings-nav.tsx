import { NavLink } from "@remix-run/react";
import { viewLink } from "../parts/filter-links";
import { PageHead } from "../parts/list";
import { useWords } from "./words";

/** What the person at hand may open. */
export interface SettingsRights {
  admin: boolean;
  owner: boolean;
}

const places = [
  { path: "", name: "general", need: null },
  { path: "/branding", name: "branding", need: "admin" },
  { path: "/escalation", name: "escalation", need: "admin" },
  { path: "/visibility", name: "visibility", need: "owner" },
  { path: "/domain", name: "domain", need: "owner" },
  { path: "/danger", name: "danger", need: "owner" },
] as const;

/** The head of every settings page: one title, and the few places below it. */
export function SettingsHead({ slug, may }: { slug: string; may: SettingsRights }) {
  const { t } = useWords();
  const shown = places.filter(({ need }) => need === null || may[need]);
  return (
    <div className="grid gap-4">
      <PageHead title={t("page.title")} />
      {shown.length < 2 ? null : (
        <nav aria-label={t("page.title")}>
          <ul className="-mx-3 flex flex-wrap gap-1">
            {shown.map(({ path, name }) => (
              <li key={name}>
                <NavLink to={`/manage/${slug}/settings${path}`} end className={viewLink}>
                  {t(`nav.${name}`)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
