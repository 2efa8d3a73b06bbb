import { redirect } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { refusalTextFormatter } from "~/i18n/refusal-text";
import { subscriberKinds } from "~/notifications/rules/contact-ways";
import { hasMailer } from "~/people/mails/offers-mail";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button, ButtonLinks } from "~/ui/parts/button";
import { SelectField, TextField } from "~/ui/parts/field";
import { EmptyState, PageHead } from "~/ui/parts/list";
import {
  formErrorsResponse,
  formResultResponse,
  type PostedForm,
  postedText,
  readPostedForm,
} from "~/ui/parts/posted-form";
import { countImportedRequests, countSubscribers } from "../counts";
import { listSubscribers } from "../list";
import { releaseSubscribers, removeSubscribers, unsubscribeSubscribers } from "../move";
import { resendConfirmation } from "../resend-confirmation";
import { ImportedRequestsNote } from "./confirmation-requests-note";
import { NoMailerNotice } from "./no-mailer-notice";
import { RemoveSelectedForm, RemoveSubscriberForm, RemoveSubscribersForm, SubscriberList } from "./subscriber-list";
import { listedScopes, listedStates, subscriberStateText, totalsByState } from "./subscriber-texts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

const filterOf = (url: URL) => {
  const param = (name: string) => url.searchParams.get(name) || undefined;
  return { search: param("search"), state: param("state"), scope: param("scope"), kind: param("kind") };
};

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, language }) => {
  const filter = filterOf(url);
  const after = url.searchParams.get("after") ?? undefined;
  const [[listed, counts, importedRequests, { components, groups }], mail] = await Promise.all([
    unwrapAllOrThrow(
      listSubscribers(ctx, { pageId, ...filter, after }),
      countSubscribers(ctx, { pageId }),
      countImportedRequests(ctx, { pageId }),
      listComponents(ctx, { pageId }),
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
  const shown = [...url.searchParams].filter(([name]) => name !== "remove");
  const removed = url.searchParams.getAll("remove");
  const toRemove = subscribers.filter(({ id }) => removed.includes(id));
  return {
    ...listed,
    subscribers,
    toRemove,
    importedRequests,
    shown,
    filter,
    totals: totalsByState(counts),
    names,
    slug,
    first: after === undefined,
    mail,
  };
});

const doneKeys: Record<string, string> = {
  resend: "subscriber-confirmation-sent",
  release: "subscriber-resumed",
  unsubscribe: "subscriber-unsubscribed",
  remove: "subscriber-removed",
};

function act({ ctx, pageId }: PageDeskRequest, { fields, commitId, intent }: PostedForm) {
  const id = postedText(fields, "id");
  const several = { pageId, ids: fields.getAll("id").map(String), commitId };
  if (intent === "resend") return resendConfirmation(ctx, { pageId, id, commitId });
  if (intent === "release") return releaseSubscribers(ctx, several);
  if (intent === "unsubscribe") return unsubscribeSubscribers(ctx, several);
  if (intent === "remove") return removeSubscribers(ctx, several);
  return null;
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { fields, intent } = posted;
  const here = `/manage/${desk.slug}/subscribers`;
  if (intent === "remove" && postedText(fields, "sure") === "") {
    throw redirect(`${here}?remove=${encodeURIComponent(postedText(fields, "id"))}`, 303);
  }
  const acted = await act(desk, posted);
  if (!acted) return formErrorsResponse(posted, { "": wordsIn(desk.language).t("error.nothing_chosen") });
  const key = fields.getAll("id").length > 1 ? "subscribers-removed" : (doneKeys[intent] ?? "");
  return formResultResponse(posted, acted, here, key);
});

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

function Filter({ filter }: Pick<SubscribersRouteData, "filter">) {
  const admin = useHasRole("admin");
  const { t } = useWords();
  const all = { value: "", label: t("filter.all") };
  return (
    <Form
      method="get"
      className="grid grid-cols-2 items-end gap-3 *:first:col-span-2 sm:flex sm:flex-wrap"
      aria-label={t("filter.label")}
    >
      {admin ? <TextField name="search" label={t("filter.search")} type="search" value={filter.search ?? ""} /> : null}
      <SelectField
        name="state"
        label={t("filter.state")}
        value={filter.state ?? ""}
        choices={[all, ...listedStates.map((value) => ({ value, label: t(`state.${value}`) }))]}
      />
      <SelectField
        name="scope"
        label={t("filter.scope")}
        value={filter.scope ?? ""}
        choices={[all, ...listedScopes.map((value) => ({ value, label: t(`scope.${value}`) }))]}
      />
      <SelectField
        name="kind"
        label={t("filter.kind")}
        value={filter.kind ?? ""}
        choices={[all, ...subscriberKinds.map((value) => ({ value, label: t(`way.${value}`) }))]}
      />
      <Button>{t("filter.button")}</Button>
    </Form>
  );
}

function More({ next, filter, first, slug }: Pick<SubscribersRouteData, "next" | "filter" | "first" | "slug">) {
  const { t } = useWords();
  if (next === null && first) return null;
  const kept = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = (more: string[][]) => `?${new URLSearchParams([...kept, ...more] as [string, string][])}`;
  return (
    <nav aria-label={t("list.more")} className="flex flex-wrap gap-4">
      {first ? null : (
        <Link to={query([])} className="inline-flex min-h-hit items-center">
          {t("list.first")}
        </Link>
      )}
      {next === null ? null : (
        <Link
          to={`/manage/${slug}/subscribers${query([["after", next]])}`}
          className="inline-flex min-h-hit items-center"
        >
          {t("list.next")}
        </Link>
      )}
    </nav>
  );
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

export default function Subscribers() {
  const { t } = useWords();
  const { subscribers, names, slug, toRemove, shown, ...rest } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const here = `/manage/${slug}/subscribers`;
  const [first, second] = toRemove;
  if (first && admin) {
    return (
      <>
        <PageHead title={t("list.title")} />
        {second ? (
          <RemoveSubscribersForm subscribers={toRemove} here={here} shown={shown} />
        ) : (
          <RemoveSubscriberForm subscriber={first} here={here} shown={shown} />
        )}
      </>
    );
  }
  const ways = [
    [`${here}/import`, t("import.button")] as const,
    ...(rest.mail ? [[`${here}/new`, t("new.title")] as const] : []),
  ];
  return (
    <>
      <PageHead title={t("list.title")} note={t("list.about")} action={admin ? <ButtonLinks links={ways} /> : null} />
      {rest.mail ? null : <NoMailerNotice />}
      <Totals totals={rest.totals} />
      <ImportedRequestsNote counts={rest.importedRequests} />
      <Filter filter={rest.filter} />
      {subscribers.length === 0 ? (
        <Nobody slug={slug} filtered={Object.values(rest.filter).some(Boolean)} />
      ) : (
        <SubscriberList
          subscribers={subscribers}
          names={names}
          admin={admin}
          here={here}
          shown={shown}
          mail={rest.mail}
        />
      )}
      {admin && subscribers.length > 1 ? <RemoveSelectedForm here={here} shown={shown} /> : null}
      <More next={rest.next} filter={rest.filter} first={rest.first} slug={slug} />
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
