import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { NoticeBanner } from "~/ui/parts/notice";
import type { WatchedComponentChoice } from "./watch-choices";
import { useWords } from "./words/words";

/** Most names that are listed; the rest is counted. */
const maxNamesShown = 8;

function useNamed() {
  const { t, list } = useWords();
  return (names: readonly string[]): string => {
    const more = names.length - maxNamesShown;
    return list(more > 0 ? [...names.slice(0, maxNamesShown), t("watch.more", { count: more })] : names);
  };
}

/** Text about a deletion: the components that will no longer be monitored. */
function UnwatchedComponentsText({ names }: { names: readonly string[] }) {
  const { t } = useWords();
  const named = useNamed();
  if (names.length === 0) return null;
  return (
    <span className="max-w-prose wrap-anywhere">
      {t("watch.alone", { components: named(names), count: names.length })}
    </span>
  );
}

/** Notice with the same text for a change or deletion; renders nothing when every component is still watched. */
export const UnwatchedComponentsBanner = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : (
    <NoticeBanner tone="warning">
      <UnwatchedComponentsText names={names} />
    </NoticeBanner>
  );

/** Returns the names of the components on a form that its deletion leaves unwatched. */
export const soleWatchedComponentNames = (components: readonly WatchedComponentChoice[]): string[] =>
  components.flatMap(({ alone, label }) => (alone ? [label] : []));

/** Shows notes beside the choice of components: the effect on the components that are chosen or no longer chosen. */
export function ComponentWatchTexts({ components }: { components: readonly WatchedComponentChoice[] }) {
  const { t } = useWords();
  const named = useNamed();
  const byHand = components.flatMap((each) => (each.byHand ? [each.label] : []));
  return (
    <>
      {byHand.length === 0 ? null : (
        <p className="max-w-prose wrap-anywhere text-soft">{t("watch.by_hand", { components: named(byHand) })}</p>
      )}
      <UnwatchedComponentsBanner names={soleWatchedComponentNames(components)} />
    </>
  );
}

/** Notice with the titles of incidents that stay open although no alert is left to resolve them. */
export function RemainingIncidentsBanner({ titles }: { titles: readonly string[] }) {
  const named = useNamed();
  const { t } = useWords();
  return titles.length === 0 ? null : (
    <NoticeBanner tone="warning">
      <span className="max-w-prose wrap-anywhere">{t("leaving.staying", { incidents: named(titles) })}</span>
    </NoticeBanner>
  );
}

interface DeleteWatcherSectionProps {
  version: number;
  /** Components that nothing else watches. */
  alone: readonly string[];
  /** Incidents that stay open without it. */
  staying: readonly string[];
  title: string;
  label: string;
  button: string;
}

/** Section that deletes an origin that watches components. */
export const DeleteWatcherSection = ({ alone, staying, ...texts }: DeleteWatcherSectionProps) => (
  <CheckboxConfirmFold name="delete" {...texts}>
    <UnwatchedComponentsBanner names={alone} />
    <RemainingIncidentsBanner titles={staying} />
  </CheckboxConfirmFold>
);
