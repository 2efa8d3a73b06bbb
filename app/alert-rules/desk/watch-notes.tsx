import { SureFold } from "~/ui/parts/form-part";
import { Notice } from "~/ui/parts/notice";
import type { WatchChoice } from "./watch-choices";
import { useWords } from "./words/words";

/** So many are named; the rest is counted. */
const mostNamed = 8;

function useNamed() {
  const { t, list } = useWords();
  return (names: readonly string[]): string => {
    const more = names.length - mostNamed;
    return list(more > 0 ? [...names.slice(0, mostNamed), t("watch.more", { count: more })] : names);
  };
}

/** What is not monitored any more once this is gone, in a list of such things. */
export function LeftText({ names }: { names: readonly string[] }) {
  const { t } = useWords();
  const named = useNamed();
  if (names.length === 0) return null;
  return (
    <span className="max-w-prose wrap-anywhere">
      {t("watch.alone", { components: named(names), count: names.length })}
    </span>
  );
}

/** The same where it is changed or deleted; nothing where all of it is still watched. */
export const LeftUnwatched = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : (
    <Notice tone="warning">
      <LeftText names={names} />
    </Notice>
  );

/** The same of those that a form offers, as its deletion says it. */
export const aloneIn = (components: readonly WatchChoice[]): string[] =>
  components.flatMap(({ alone, label }) => (alone ? [label] : []));

/** Beside the choice of components: what it changes for those that are chosen, or are not any more. */
export function WatchNotes({ components }: { components: readonly WatchChoice[] }) {
  const { t } = useWords();
  const named = useNamed();
  const byHand = components.flatMap((each) => (each.byHand ? [each.label] : []));
  return (
    <>
      {byHand.length === 0 ? null : (
        <p className="max-w-prose wrap-anywhere text-soft">{t("watch.by_hand", { components: named(byHand) })}</p>
      )}
      <LeftUnwatched names={aloneIn(components)} />
    </>
  );
}

/** Incidents that stay open though nothing is left that would resolve them, by title. */
export function Staying({ titles }: { titles: readonly string[] }) {
  const named = useNamed();
  const { t } = useWords();
  return titles.length === 0 ? null : (
    <Notice tone="warning">
      <span className="max-w-prose wrap-anywhere">{t("leaving.staying", { incidents: named(titles) })}</span>
    </Notice>
  );
}

interface DeleteWatcherProps {
  version: number;
  /** What nothing else watches. */
  alone: readonly string[];
  /** Incidents that stay open without it. */
  staying: readonly string[];
  title: string;
  label: string;
  button: string;
}

/** The way to delete what watches components. */
export const DeleteWatcher = ({ alone, staying, ...texts }: DeleteWatcherProps) => (
  <SureFold name="delete" {...texts}>
    <LeftUnwatched names={alone} />
    <Staying titles={staying} />
  </SureFold>
);
