import type { ReactNode } from "react";
import { List, ListDetail, ListRow, RowLink } from "~/ui/parts/list";
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

/** Returns the rows with only the next occurrence of each series, which states how many follow. */
export function firstRowOfSeries(rows: readonly Omit<MaintenanceListRow, "more">[]): MaintenanceListRow[] {
  const seen = new Map<string, number>();
  for (const { seriesId } of rows) if (seriesId) seen.set(seriesId, (seen.get(seriesId) ?? 0) + 1);
  const shown = new Set<string>();
  return rows.flatMap((row) => {
    if (row.seriesId === null) return [{ ...row, more: 0 }];
    if (shown.has(row.seriesId)) return [];
    shown.add(row.seriesId);
    return [{ ...row, more: (seen.get(row.seriesId) ?? 1) - 1 }];
  });
}

interface MaintenanceListProps {
  rows: readonly MaintenanceListRow[];
  slug: string;
  /** Title that nearly all rows have; the time then distinguishes them. */
  usual?: string;
}

export function MaintenanceList({ rows, slug, usual }: MaintenanceListProps) {
  const { t, list } = useWords();
  return (
    <List>
      {rows.map((row) => {
        const when = <RangeText from={row.startsAt} to={row.endsAt} />;
        const title = <bdi>{row.title}</bdi>;
        return (
          <ListRow key={row.id} actions={<MaintenanceStatusBadge status={row.status} />}>
            <RowLink to={`/manage/${slug}/maintenances/${row.id}`}>{usual === undefined ? title : when}</RowLink>
            <ListDetail>
              {usual === undefined ? when : null}
              {usual === undefined || usual === row.title ? null : title}
              {row.components.length === 0 ? null : <span>{list(row.components)}</span>}
              {row.seriesId === null ? null : (
                <span>{row.more > 0 ? t("list.repeats_more", { count: row.more }) : t("list.repeats")}</span>
              )}
            </ListDetail>
          </ListRow>
        );
      })}
    </List>
  );
}

export interface SeriesListRow extends RepeatRule {
  id: string;
  title: string;
  /** Next start, ms. */
  next: number;
}

export function SeriesList({ series, slug }: { series: readonly SeriesListRow[]; slug: string }): ReactNode {
  const words = useWords();
  return (
    <List>
      {series.map((each) => {
        const title = <bdi>{each.title}</bdi>;
        return (
          <ListRow key={each.id}>
            <RowLink to={`/manage/${slug}/maintenances/series/${each.id}`}>{title}</RowLink>
            <ListDetail>
              <span>{repeatOrRuleText(words, each)}</span>
              <span>{words.say("list.next", { at: <TimeText at={each.next} /> })}</span>
            </ListDetail>
          </ListRow>
        );
      })}
    </List>
  );
}
