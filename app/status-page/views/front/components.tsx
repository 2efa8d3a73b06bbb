/** @jsxImportSource ~/html */

import { matchingComponents } from "~/components/rules/component-search";
import { sentenceSeparator } from "~/i18n/word-speaker";
import { visibleStatus } from "../../rules/monitored-state";
import type { Snapshot, SnapshotComponent, SnapshotGroup, SnapshotIncident } from "../../rules/snapshot-document";
import { worstDayLetters } from "../parts/bar-paths";
import { type BarDayDetails, incidentDayDetails } from "../parts/bars";
import { incidentsByDay } from "../parts/day-incidents";
import { pagePartCache, partCache } from "../parts/drawing-cache";
import type { RenderContext } from "../parts/frame";
import { lastReportCacheKey, lastReportText } from "../parts/last-heard-text";
import { UptimeSummary } from "../parts/reading";
import { ComponentSearchForm, minComponentsForSearch } from "../parts/search";
import { isUptimeShown } from "../parts/visible-letter";

const isShown = (component: SnapshotComponent) =>
  component.shownWhen === "always" || component.status !== "operational";

/** Cache of rows, the most expensive part of a page; most are the same as in the last rendering. */
const keepRow = pagePartCache(2000);

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

/** Returns the days whose bars name their incidents, as far as the document has them; most components have none. */
function toldDays({ frame, snapshot, incidents }: ComponentRowsContext, component: SnapshotComponent): BarDayDetails[] {
  const own = incidents.get(component.id);
  return own && component.showUptime
    ? incidentDayDetails({ frame, snapshot, component, byDay: incidentsByDay(snapshot, own) })
    : [];
}

interface ComponentRowView {
  component: SnapshotComponent;
  told: readonly BarDayDetails[];
  /** Text that says that only alerts vouch for it; null otherwise. */
  heard: string | null;
}

function drawRow({ frame }: ComponentRowsContext, { component, told, heard }: ComponentRowView) {
  const { id, name, uptime } = component;
  const status = visibleStatus(component);
  const days = isUptimeShown(component) ? component.days : null;
  const href = `${frame.prefix}/components/${id}`;
  return (
    <li class="c">
      <a href={href} dir="auto" lang={frame.written}>
        {name}
      </a>
      <UptimeSummary
        frame={frame}
        href={`${href}#days`}
        name={name}
        days={days}
        told={told}
        uptime={uptime}
        status={status}
      />
      {heard === null ? null : <small>{heard}</small>}
    </li>
  );
}

/** Facts that all rows of one page share. */
interface ComponentRowsContext {
  frame: RenderContext;
  snapshot: Snapshot;
  incidents: ReadonlyMap<string, readonly SnapshotIncident[]>;
  /** Key of everything in `shown` on which a row depends. */
  key: string;
}

function ComponentRow({ shown, component }: { shown: ComponentRowsContext; component: SnapshotComponent }) {
  const { id, name, showUptime, days, uptime } = component;
  const status = visibleStatus(component);
  const told = toldDays(shown, component);
  const heard = lastReportText(shown.frame, shown.snapshot, id);
  const stories = told.map(({ story }) => story).join("\n");
  const key = `${shown.key} ${id} ${status} ${uptime} ${showUptime ? days : ""} ${name} ${heard} ${stories}`;
  return keepRow(key, () => drawRow(shown, { component, told, heard }));
}

const isOpen = ({ collapsed, status }: SnapshotGroup) =>
  collapsed === "never" || (collapsed === "unless_affected" && status !== "operational");

interface ComponentGroupProps {
  shown: ComponentRowsContext;
  group: SnapshotGroup;
  members: SnapshotComponent[];
  /** True when it is a search result. */
  found: boolean;
}

const keepGroup = pagePartCache(500);

function Group({ shown, group, members, found }: ComponentGroupProps) {
  const { frame } = shown;
  const { t } = frame.words;
  const counted = members.filter(isUptimeShown);
  const status = visibleStatus(group);
  const each = counted.map(({ days }) => days);
  return (
    <details class="g" open={found || isOpen(group)}>
      <summary class="c">
        <h3>
          <bdi lang={frame.written}>{group.name}</bdi>{" "}
          <small>{t("components.group_members", { count: members.length })}</small>
        </h3>
        {keepGroup(`${frame.words.language} ${status} ${group.uptime} ${each.join()}`, () => (
          <UptimeSummary
            frame={frame}
            href={null}
            name={null}
            days={each.length > 0 ? worstDayLetters(each) : null}
            uptime={group.uptime}
            status={status}
          />
        ))}
      </summary>
      <ul>
        {members.map((component) => (
          <ComponentRow key={component.id} shown={shown} component={component} />
        ))}
      </ul>
    </details>
  );
}

/** Explains the bars, and grey ones if there are any; how uptime is counted is explained in the report. */
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
  const all = snapshot.components.filter(isShown);
  const shown = query === null ? all : matchingComponents(all, snapshot.groups, query);
  const alone = shown.filter((each) => each.groupId === null);
  const groups = snapshot.groups
    .map((group) => ({ group, members: shown.filter((each) => each.groupId === group.id) }))
    .filter(({ members }) => members.length > 0);
  const counted = shown.some(isUptimeShown);
  const grey = shown.some((each) => isUptimeShown(each) && each.days.includes("n"));
  const key = `${frame.words.language} ${frame.written} ${frame.prefix}`;
  const page = { frame, snapshot, incidents: incidentsOfEach(snapshot), key };
  return (
    <section id="components">
      {all.length > minComponentsForSearch ? (
        <ComponentSearchForm frame={frame} query={query} found={shown.length} all={all.length} />
      ) : null}
      <Axis frame={frame} snapshot={snapshot} counted={counted} />
      {all.length === 0 ? <p class="note">{t("components.none")}</p> : null}
      {alone.length > 0 ? (
        <ul>
          {alone.map((component) => (
            <ComponentRow key={component.id} shown={page} component={component} />
          ))}
        </ul>
      ) : null}
      {groups.map(({ group, members }) => (
        <Group key={group.id} shown={page} group={group} members={members} found={query !== null} />
      ))}
      {counted ? <Legend frame={frame} snapshot={snapshot} grey={grey} /> : null}
    </section>
  );
}

/** Cache of whole lists: this part is the same in all zones, so it is rendered once for each language. */
const keepListing = partCache(200);
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

interface PublicComponentListProps {
  frame: RenderContext;
  snapshot: Snapshot;
  /** Shows only components that match; null = all. */
  query: string | null;
}

export function PublicComponentList({ frame, snapshot, query }: PublicComponentListProps) {
  if (query !== null) return <Listing frame={frame} snapshot={snapshot} query={query} />;
  const key = `${numberOf(snapshot)} ${frame.words.language} ${frame.prefix} ${lastReportCacheKey(snapshot, frame.now)}`;
  return keepListing(key, () => <Listing frame={frame} snapshot={snapshot} query={null} />);
}
