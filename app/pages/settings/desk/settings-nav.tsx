import { ViewsPageHead } from "~/ui/parts/views-head";
import { useWords } from "./words/words";

/** The rights of the present person. */
export interface SettingsRights {
  admin: boolean;
  owner: boolean;
}

const places = [
  { path: "", name: "general", need: null },
  { path: "/escalation", name: "escalation", need: "admin" },
  { path: "/danger", name: "danger", need: "owner" },
] as const;

/** Shows the head of every settings page: the title, and links to the other settings. */
export function SettingsHead({ slug, may }: { slug: string; may: SettingsRights }) {
  const { t } = useWords();
  const shown = places.filter(({ need }) => need === null || may[need]);
  const views = shown.map(({ path, name }) => ({ to: `/manage/${slug}/settings${path}`, text: t(`nav.${name}`) }));
  return <ViewsPageHead title={t("page.title")} label={t("page.title")} views={views} />;
}
