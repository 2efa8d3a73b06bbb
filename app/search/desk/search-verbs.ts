import { isRoleAtLeast } from "~/access/actor";
import { alertPath } from "~/alerts/shown/desk/alert-origin";
import { searchRank, sortBySearchRank } from "~/text/search-match";
import type { Searcher, SearchHit } from "./search-actions";
import { wordsIn } from "./words/words";

/** Maximum number of results of one verb. */
const maxHitsPerVerb = 4;

interface NamedTarget {
  name: string;
  title: string;
  to: string;
}

export interface SearchVerbTargetNames {
  alerts: readonly { id: string; title: string }[];
  monitors: readonly { id: string; name: string }[];
}

/** Returns the best matches by verb and name; a search that a name alone matches asks for the thing. */
const hitsOf = (targets: readonly NamedTarget[], search: string): SearchHit[] =>
  sortBySearchRank(
    targets.filter(({ name }) => searchRank(name, search) === null),
    search,
    ({ title }) => title,
  )
    .slice(0, maxHitsPerVerb)
    .map(({ title, to }) => ({ kind: "action", title, to }));

/** Returns links to where a firing alert is acknowledged and a monitor muted or paused, by verb and name. */
export function findVerbSearchHits(
  search: string,
  { alerts, monitors }: SearchVerbTargetNames,
  { slug, role, language }: Searcher,
): SearchHit[] {
  const { t } = wordsIn(language);
  const acknowledged = alerts.map(({ id, title: name }) => ({
    name,
    title: t("verb.acknowledge", { name }),
    to: alertPath(slug, id),
  }));
  const muted = monitors.map(({ id, name }) => ({
    name,
    title: t("verb.mute", { name }),
    to: `/manage/${slug}/monitors/${id}#mute`,
  }));
  const paused = (isRoleAtLeast(role, "admin") ? monitors : []).map(({ id, name }) => ({
    name,
    title: t("verb.pause", { name }),
    to: `/manage/${slug}/monitors/${id}`,
  }));
  return [acknowledged, muted, paused].flatMap((targets) => hitsOf(targets, search));
}
