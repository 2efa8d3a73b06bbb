/** @jsxImportSource ~/ui/html */
import type { SeenPage } from "~/rules/seen";
import type { Frame } from "./frame";
import { Layout } from "./layout";
import { DayList } from "./months";
import type { Happening } from "./recent-days";

interface HistoryPageProps {
  frame: Frame;
  page: SeenPage;
  month: string;
  happenings: readonly Happening[];
  /** The months beside it that can be shown; null when there is none. */
  earlier: string | null;
  later: string | null;
}

export function HistoryPage({ frame, page, month, happenings, earlier, later }: HistoryPageProps) {
  const { t } = frame.words;
  const link = (to: string) => `${frame.prefix}/history?month=${to}`;
  return (
    <Layout frame={frame} page={page} back>
      <h1>{t("history.heading")}</h1>
      <section>
        <h2>{frame.dates.month(month)}</h2>
        {happenings.length > 0 ? (
          <DayList frame={frame} happenings={happenings} />
        ) : (
          <p class="note">{t("history.none")}</p>
        )}
      </section>
      {earlier === null && later === null ? null : (
        <nav class="months" aria-label={t("history.months")}>
          {earlier === null ? null : (
            <a href={link(earlier)} rel="prev">
              {t("history.earlier", { month: frame.dates.month(earlier) })}
            </a>
          )}
          {later === null ? null : (
            <a href={link(later)} rel="next">
              {t("history.later", { month: frame.dates.month(later) })}
            </a>
          )}
        </nav>
      )}
    </Layout>
  );
}
