import type { ReactNode } from "react";
import { ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { RangeText, TimeText } from "~/ui/parts/time-text";
import { type RepeatRule, repeatOrRuleText } from "./maintenance-repeat-words";
import { MaintenanceStatusBadge } from "./maintenance-state";
import { useWords } from "./words/words";

export interface MaintenanceListRow {
  id: string;
  title: string;
  status: string;
  startsAt: number;
  endsAt: number;
  /** Names of the components. */
  components: string[];
  seriesId: string | null;
  /** Number of later scheduled occurrences of its series. */
  more: number;
}

type ListedMaintenance = Omit<MaintenanceListRow, "more">;

const byStart = (one: ListedMaintenance, other: ListedMaintenance) => one.startsAt - other.startsAt;

/**
 * Returns the rows, soonest first, with only the next scheduled occurrence of each series, which states how many follow.
 */
export function nextOccurrenceRows(rows: readonly ListedMaintenance[]): MaintenanceListRow[] {
  const seriesOf = ({ status, seriesId }: ListedMaintenance) => (status === "scheduled" ? seriesId : null);
  const seen = new Map<string, number>();
  return rows
    .toSorted(byStart)
    .flatMap((row) => {
      const series = seriesOf(row);
      if (series === null) return [row];
      const before = seen.get(series) ?? 0;
      seen.set(series, before + 1);
      return before === 0 ? [row] : [];
    })
    .map((row) => ({ ...row, more: (seen.get(seriesOf(row) ?? "") ?? 1) - 1 }));
}

interface OccurrenceListProps {
  rows: readonly MaintenanceListRow[];
  slug: string;
  /** Title of the series, which nearly all rows have; the time distinguishes them. */
  usual: string;
}

/** Lists the occurrences of a series by their time. */
export function MaintenanceOccurrencesPanel({ rows, slug, usual }: OccurrenceListProps) {
  const { t, list } = useWords();
  return (
    <ListPanel>
      {rows.map((row) => (
        <ListRow key={row.id} actions={<MaintenanceStatusBadge status={row.status} />}>
          <RowLink to={`/manage/${slug}/maintenances/${row.id}`}>
            <RangeText from={row.startsAt} to={row.endsAt} />
          </RowLink>
          <ListRowDetail>
            {usual === row.title ? null : <bdi>{row.title}</bdi>}
            {row.components.length === 0 ? null : <span>{list(row.components)}</span>}
            {row.seriesId === null ? null : <span>{t("list.repeats")}</span>}
          </ListRowDetail>
        </ListRow>
      ))}
    </ListPanel>
  );
}

export interface SeriesListRow extends RepeatRule {
  id: string;
  title: string;
  /** Next start, ms. */
  next: number;
}

export function MaintenanceSeriesPanel({
  series,
  slug,
}: {
  series: readonly SeriesListRow[];
  slug: string;
}): ReactNode {
  const words = useWords();
  return (
    <ListPanel>
      {series.map((each) => {
        const title = <bdi>{each.title}</bdi>;
        return (
          <ListRow key={each.id}>
            <RowLink to={`/manage/${slug}/maintenances/series/${each.id}`}>{title}</RowLink>
            <ListRowDetail>
              <span>{repeatOrRuleText(words, each)}</span>
              <span>{words.say("list.next", { at: <TimeText at={each.next} /> })}</span>
            </ListRowDetail>
          </ListRow>
        );
      })}
    </ListPanel>
  );
}
