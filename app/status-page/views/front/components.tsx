/** @jsxImportSource ~/html */

import { findMatchingComponents } from "~/components/rules/component-search";
import { sentenceSeparator } from "~/i18n/word-speaker";
import { isComponentListed, isLongComponentList } from "../../rules/component-listing";
import type { Snapshot, SnapshotIncident } from "../../rules/snapshot-document";
import { uptimeBarLetters } from "../parts/bar-paths";
import { renderedPartCache } from "../parts/drawing-cache";
import type { RenderContext } from "../parts/frame";
import { lastReportCacheKey } from "../parts/last-heard-text";
import { statusOfDayRun } from "../parts/run-text";
import { ComponentSearchForm } from "../parts/search";
import { isUptimeShown } from "../parts/visible-letter";
import { PublicAffectedComponentsSection } from "./affected-list";
import { PublicComponentGroupSection } from "./component-group";
import { PublicComponentItem } from "./component-row";

/** Returns the incidents of the last days, by the component that they affected. */
function incidentsOfEach({ incidents, recent }: Snapshot): Map<string, SnapshotIncident[]> {
  const found = new Map<string, SnapshotIncident[]>();
  const known = new Set<string>();
  for (const incident of [...incidents, ...recent.incidents]) {
    if (known.has(incident.id)) continue;
    known.add(incident.id);
    for (const { id } of incident.components) found.set(id, [...(found.get(id) ?? []), incident]);
  }
  return found;
}

/** Explains the bars, and grey bars if there are any. How uptime is computed is explained in the report. */
const Legend = ({
  frame: { words, prefix },
  snapshot,
  grey,
}: {
  frame: RenderContext;
  snapshot: Snapshot;
  grey: boolean;
}) => (
  <p class="note">
    {words.t("components.days", { count: snapshot.days.count })}
    {grey ? `${sentenceSeparator(words.language)}${words.t("components.grey")}` : null}
    {sentenceSeparator(words.language)}
    <a href={`${prefix}/uptime#formula`}>{words.t("components.how")}</a>
  </p>
);

/** Returns what a browser needs to say each day of the bars (parts/bar-reader): a text for each state, with # for its date. */
function barTexts({ words, dates }: RenderContext, { days }: Snapshot) {
  const told = [...uptimeBarLetters].map((letter) => {
    const status = statusOfDayRun({ letter });
    const state = words.t(status ? `status.${status}` : "bars.before");
    return [letter, words.t("bars.story", { days: "#", state })];
  });
  return {
    "data-first": days.first,
    "data-dates": dates.locale,
    "data-days": JSON.stringify(Object.fromEntries(told)),
  };
}

/** Shows the heading, and the first and last day of the bars. */
const Axis = ({ frame, snapshot, counted }: { frame: RenderContext; snapshot: Snapshot; counted: boolean }) => (
  <div class="axis">
    <h2>{frame.words.t("components.heading")}</h2>
    {counted ? <span>{frame.dates.days(snapshot.days.first, snapshot.days.first)}</span> : null}
    {counted ? <span>{frame.words.t("bars.today")}</span> : null}
  </div>
);

/**
 * Lists ungrouped components first, then the groups in order; those shown only when affected are left out while
 * operational.
 */
function Listing({ frame, snapshot, query }: PublicComponentListProps) {
  const { t } = frame.words;
  const all = snapshot.components.filter(isComponentListed);
  const shown = query === null ? all : findMatchingComponents(all, snapshot.groups, query);
  const alone = shown.filter((each) => each.groupId === null);
  const groups = snapshot.groups
    .map((group) => ({ group, members: shown.filter((each) => each.groupId === group.id) }))
    .filter(({ members }) => members.length > 0);
  const counted = shown.some(isUptimeShown);
  const grey = shown.some((each) => isUptimeShown(each) && each.days.includes("n"));
  const key = `${frame.words.language} ${frame.written} ${frame.prefix}`;
  const page = { frame, snapshot, incidents: incidentsOfEach(snapshot), key };
  const isLong = isLongComponentList(all.length);
  return (
    <>
      {query === null ? (
        <PublicAffectedComponentsSection frame={frame} groups={snapshot.groups} components={all} />
      ) : null}
      <section id="components" {...(counted ? { class: "bars", ...barTexts(frame, snapshot) } : {})}>
        {isLong ? <ComponentSearchForm frame={frame} query={query} found={shown.length} all={all.length} /> : null}
        <Axis frame={frame} snapshot={snapshot} counted={counted} />
        {all.length === 0 ? <p class="note">{t("components.none")}</p> : null}
        {alone.length > 0 ? (
          <ul>
            {alone.map((component) => (
              <PublicComponentItem key={component.id} shown={page} component={component} />
            ))}
          </ul>
        ) : null}
        {groups.map(({ group, members }) => (
          <PublicComponentGroupSection
            key={group.id}
            shown={page}
            group={group}
            members={members}
            found={query !== null}
            isLong={isLong}
          />
        ))}
        {counted ? <Legend frame={frame} snapshot={snapshot} grey={grey} /> : null}
        {counted ? <p class="day" dir="auto" role="status" hidden /> : null}
      </section>
    </>
  );
}

/** Cache of whole lists: this part is the same in all zones, so it is rendered once for each language. */
const keepListing = renderedPartCache(200);
/** Number of each document, by which its lists are found as long as it is in memory. */
const numbers = new WeakMap<Snapshot, number>();
let lastNumber = 0;

function numberOf(snapshot: Snapshot): number {
  const known = numbers.get(snapshot);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(snapshot, lastNumber);
  return lastNumber;
}

/** Makes a copy of a document, such as of a preview, find the rendered list of the document that it was made from. */
export function shareComponentListing(copy: Snapshot, original: Snapshot): void {
  numbers.set(copy, numberOf(original));
}

interface PublicComponentListProps {
  frame: RenderContext;
  snapshot: Snapshot;
  /** Shows only components that match; null = all. */
  query: string | null;
}

export function PublicComponentsSection({ frame, snapshot, query }: PublicComponentListProps) {
  if (query !== null) return <Listing frame={frame} snapshot={snapshot} query={query} />;
  const key = `${numberOf(snapshot)} ${frame.words.language} ${frame.prefix} ${lastReportCacheKey(snapshot, frame.now)}`;
  return keepListing(key, () => <Listing frame={frame} snapshot={snapshot} query={null} />);
}
