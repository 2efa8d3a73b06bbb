import { Link, useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { listMembers } from "~/people/memberships/verbs";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { FilterLinks } from "~/ui/parts/filter-links";
import { EmptyState, PageHead, Section } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { ClockTimeElement } from "~/ui/parts/time-text";
import { TableFilterForm } from "~/ui/table/table-filter";
import { isFilteredView, readTableView, tableViewUrlQuery } from "~/ui/table/table-view";
import { listActivity } from "../list";
import { activityKinds, parseActivityKind } from "../rules/kinds";
import { groupActivityByDay } from "./activity-days";
import { ActivitySentence } from "./activity-sentence";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

/** The value of `who` for machines. */
const machines = "machine";

const viewRules = { filters: ["kind", "who"], sorts: [], usual: { key: "when", descending: true } };

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, dates }) => {
  const view = readTableView(url, viewRules);
  const before = url.searchParams.get("before") ?? undefined;
  const { who = "" } = view.params;
  const [{ events, before: next }, members] = await unwrapAllOrThrow(
    listActivity(ctx, {
      pageId,
      before,
      kind: parseActivityKind(view.params.kind),
      ...(who === machines ? { byMachines: true } : { personId: who.slice(0, 64) }),
    }),
    listMembers(ctx, { pageId }),
  );
  const days = groupActivityByDay(events, dates.dayAt).map((day) => ({ ...day, title: dates.day(day.date) }));
  const people = members.map(({ personId, name }) => ({ value: personId, label: name }));
  return { days, people, view, before: next, first: before === undefined, slug };
});

export default function ActivityPage() {
  const { days, people, view, before, first, slug } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const here = `/manage/${slug}/activity`;
  const words = Object.fromEntries(["all" as const, ...activityKinds].map((each) => [each, t(`kind.${each}`)]));
  const addressOf = (kind: string) => tableViewUrlQuery(view, { kind: kind === "all" ? "" : kind });
  const who = [...people, { value: machines, label: t("filter.machine") }];
  return (
    <>
      <PageHead title={t("page.title")} note={t("page.note")} />
      <FilterLinks label={t("filter.kind")} words={words} chosen={view.params.kind ?? "all"} addressOf={addressOf} />
      <TableFilterForm
        to={here}
        view={view}
        filters={[{ name: "who", kind: "choice", label: t("filter.who"), choices: who }]}
        columns={[]}
      />
      {days.length === 0 ? (
        <EmptyState title={t(isFilteredView(view) ? "page.no_match" : "page.empty")}>
          {before === null ? null : <p>{t("page.older")}</p>}
          {isFilteredView(view) ? (
            <Link to={here} className="inline-flex min-h-hit items-center">
              {t("page.all")}
            </Link>
          ) : null}
        </EmptyState>
      ) : null}
      {days.map(({ date, title, events }) => (
        <Section key={date} title={title}>
          <ol className="grid grid-cols-1">
            {events.map((event) => (
              <li
                key={event.id}
                className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line py-2.5"
              >
                <span className="text-sm text-soft">
                  <ClockTimeElement at={event.at} />
                </span>
                <ActivitySentence event={event} slug={slug} />
              </li>
            ))}
          </ol>
        </Section>
      ))}
      <Pager before={before} first={first} keep={view.params} />
    </>
  );
}
