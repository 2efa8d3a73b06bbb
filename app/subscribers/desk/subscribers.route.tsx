import { Link, useLoaderData } from "@remix-run/react";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { refusalTextFormatter } from "~/i18n/refusal-text";
import { subscriberKinds } from "~/notifications/rules/contact-ways";
import { hasMailer } from "~/people/mails/offers-mail";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLinks } from "~/ui/parts/button";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { followingRowsField } from "~/ui/table/following-place";
import { TableFilterForm } from "~/ui/table/table-filter";
import { TablePager } from "~/ui/table/table-pager";
import { isFilteredView, listViewPath, selectAllParam } from "~/ui/table/table-view";
import { countImportedRequests, countSubscribers } from "../counts";
import { listSubscribers } from "../list";
import { ImportedRequestsSection } from "./confirmation-requests-note";
import { NoMailerBanner } from "./no-mailer-notice";
import { handleSubscribersPost, subscriberView } from "./subscriber-actions";
import { SubscriberTable, useSubscriberColumns } from "./subscriber-list";
import { RemoveSubscribersForm } from "./subscriber-removal";
import {
  listedSubscriberStates,
  subscriberStateText,
  subscriptionScopesInListOrder,
  totalsByState,
} from "./subscriber-texts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

/** Path of the list without the question that stands before a removal. */
function pathBehindQuestion(url: URL): string {
  const behind = new URL(url);
  behind.searchParams.delete("remove");
  behind.searchParams.delete(followingRowsField);
  return listViewPath(behind);
}

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, language }) => {
  const { view, wanted } = subscriberView(url);
  const after = url.searchParams.get("after") ?? undefined;
  const [[listed, counts, importedRequests, { components, groups }, views], mail] = await Promise.all([
    unwrapAllOrThrow(
      listSubscribers(ctx, { pageId, ...wanted, after }),
      countSubscribers(ctx, { pageId }),
      countImportedRequests(ctx, { pageId }),
      listComponents(ctx, { pageId }),
      listSavedViewLinks(ctx, { pageId, room: "subscribers" }),
    ),
    hasMailer(ctx),
  ]);
  const { t } = wordsIn(language);
  const names = Object.fromEntries([
    ...components.map(({ id, name }) => [id, name]),
    ...groups.map(({ id, name }) => [id, t("list.group", { group: name })]),
  ]);
  const why = refusalTextFormatter(language);
  const subscribers = listed.subscribers.map((each) => ({
    ...each,
    quarantineReason: why(each.quarantineReason),
    pausedReason: why(each.pausedReason),
  }));
  const removed = url.searchParams.getAll("remove");
  return {
    subscribers,
    next: listed.next,
    toRemove: subscribers.filter(({ id }) => removed.includes(id)),
    following: url.searchParams.get(followingRowsField),
    back: pathBehindQuestion(url),
    importedRequests,
    view,
    views,
    selectsAll: url.searchParams.get(selectAllParam) === "all",
    totals: totalsByState(counts),
    names,
    slug,
    first: after === undefined,
    mail,
  };
});

export const action = pageDeskHandler(async (desk) => handleSubscribersPost(desk, await readPostedForm(desk)));

type SubscribersRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

function Totals({ totals: shown }: Pick<SubscribersRouteData, "totals">) {
  const words = useWords();
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
      {shown.map(([state, count]) => (
        <div key={state} className="grid gap-0.5 bg-surface px-4 py-2.5">
          <dt className="text-sm text-soft">{subscriberStateText(words, state)}</dt>
          <dd className="order-first text-2xl leading-7 font-semibold tabular-nums">{words.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Filter({ columns }: { columns: ReturnType<typeof useSubscriberColumns> }) {
  const { view, slug } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const { t } = useWords();
  const choice = { kind: "choice" } as const;
  const filters = [
    ...(admin ? [{ name: "search", label: t("filter.search"), kind: "search" as const }] : []),
    {
      name: "state",
      label: t("filter.state"),
      ...choice,
      choices: listedSubscriberStates.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    {
      name: "scope",
      label: t("filter.scope"),
      ...choice,
      choices: subscriptionScopesInListOrder.map((value) => ({ value, label: t(`scope.${value}`) })),
    },
    {
      name: "kind",
      label: t("filter.kind"),
      ...choice,
      choices: subscriberKinds.map((value) => ({ value, label: t(`way.${value}`) })),
    },
  ];
  return <TableFilterForm to={`/manage/${slug}/subscribers`} view={view} filters={filters} columns={columns} />;
}

function More() {
  const { next, first, view } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const words = { label: t("list.more"), first: t("list.first"), next: t("list.next") };
  return <TablePager after={next} first={first} view={view} words={words} />;
}

function Nobody({ slug, filtered }: { slug: string; filtered: boolean }) {
  const { t } = useWords();
  if (filtered) {
    return (
      <EmptyState title={t("list.no_match")}>
        <Link to={`/manage/${slug}/subscribers`} className="inline-flex min-h-hit items-center">
          {t("list.see_all")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("list.empty")}>
      <p>{t("list.empty_hint")}</p>
      <a href={`/${slug}/subscribe`} className="inline-flex min-h-hit items-center">
        {t("list.see_form")}
      </a>
    </EmptyState>
  );
}

/** The list with its filters. */
function Listed({ admin }: { admin: boolean }) {
  const { subscribers, names, slug, view, selectsAll, mail, next } = useLoaderData<typeof loader>();
  const columns = useSubscriberColumns(names, { searched: view.params.search !== undefined });
  return (
    <>
      <Filter columns={columns} />
      {subscribers.length === 0 ? (
        <Nobody slug={slug} filtered={isFilteredView(view)} />
      ) : (
        <SubscriberTable
          subscribers={subscribers}
          columns={columns}
          view={view}
          admin={admin}
          mail={mail}
          selectsAll={selectsAll}
          following={next}
        />
      )}
    </>
  );
}

export default function SubscribersPage() {
  const { t } = useWords();
  const { subscribers, slug, toRemove, following, back, mail, totals, importedRequests, view, views } =
    useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const here = `/manage/${slug}/subscribers`;
  if (toRemove.length > 0 && admin) {
    return <RemoveSubscribersForm subscribers={toRemove} following={following} back={back} />;
  }
  const ways = [
    [`${here}/import`, t("import.button")] as const,
    ...(mail ? [[`${here}/new`, t("new.title")] as const] : []),
  ];
  return (
    <>
      <PageHead title={t("list.title")} note={t("list.about")} action={admin ? <ButtonLinks links={ways} /> : null} />
      {mail ? null : <NoMailerBanner />}
      <Totals totals={totals} />
      <ImportedRequestsSection counts={importedRequests} />
      <SavedViewLinks room="subscribers" slug={slug} view={view} views={views} />
      <Listed admin={admin} />
      <More />
      {admin && subscribers.length > 0 ? (
        <p>
          <a href={`${here}/export`} className="inline-flex min-h-hit items-center">
            {t("list.download")}
          </a>
        </p>
      ) : null}
    </>
  );
}
