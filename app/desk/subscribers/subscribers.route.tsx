import { Form, Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listComponents } from "~/usecases/components/list";
import { countSubscribers } from "~/usecases/subscribers/counts";
import { listSubscribers } from "~/usecases/subscribers/list";
import { releaseSubscribers, removeSubscribers, unsubscribeAll } from "~/usecases/subscribers/move";
import { resendConfirmation } from "~/usecases/subscribers/resend-confirmation";
import { onPage, orThrow, type PageDesk } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { Button, ButtonLink } from "../parts/button";
import { choicesOf, SelectField, TextField } from "../parts/field";
import { EmptyState, PageHead } from "../parts/list";
import { answer, type Posted, readPosted, showErrors, typed } from "../parts/posted";
import { SubscriberList } from "./subscriber-list";
import { subscriberStateWords, subscriptionScopeWords, totals } from "./subscriber-words";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Subscribers");

const filterOf = (url: URL) => {
  const said = (name: string) => url.searchParams.get(name) || undefined;
  return { search: said("search"), state: said("state"), scope: said("scope") };
};

export const loader = onPage(async ({ ctx, pageId, slug, url }) => {
  const filter = filterOf(url);
  const after = url.searchParams.get("after") ?? undefined;
  const listed = orThrow(await listSubscribers(ctx, { pageId, ...filter, after }));
  const counts = orThrow(await countSubscribers(ctx, { pageId }));
  const { components } = orThrow(await listComponents(ctx, { pageId }));
  const names = Object.fromEntries(components.map(({ id, name }) => [id, name]));
  return { ...listed, filter, totals: totals(counts), names, slug, first: after === undefined };
});

const doneKeys: Record<string, string> = {
  resend: "subscriber-asked",
  release: "subscriber-released",
  unsubscribe: "subscriber-unsubscribed",
  remove: "subscriber-removed",
};

function act({ ctx, pageId }: PageDesk, { fields, commitId, intent }: Posted) {
  const id = typed(fields, "id");
  const several = { pageId, ids: [id], commitId };
  if (intent === "resend") return resendConfirmation(ctx, { pageId, id, commitId });
  if (intent === "release") return releaseSubscribers(ctx, several);
  if (intent === "unsubscribe") return unsubscribeAll(ctx, several);
  if (intent === "remove") return removeSubscribers(ctx, several);
  return null;
}

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const acted = await act(desk, posted);
  if (!acted) return showErrors(posted, { "": "Choose subscribers and an action." });
  return answer(posted, acted, `/manage/${desk.slug}/subscribers`, doneKeys[posted.intent] ?? "");
});

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Totals({ totals: shown }: Pick<Loaded, "totals">) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
      {shown.map(([state, count]) => (
        <div key={state} className="grid gap-0.5 bg-surface p-4">
          <dt className="text-sm text-soft">{subscriberStateWords[state]}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Filter({ filter }: Pick<Loaded, "filter">) {
  const admin = useMay("admin");
  const all = { value: "", label: "All" };
  return (
    <Form
      method="get"
      className="grid grid-cols-2 items-end gap-3 *:first:col-span-2 sm:flex sm:flex-wrap"
      aria-label="Filter"
    >
      {admin ? <TextField name="search" label="Address starts with" type="search" value={filter.search ?? ""} /> : null}
      <SelectField
        name="state"
        label="State"
        value={filter.state ?? ""}
        choices={[all, ...choicesOf(subscriberStateWords)]}
      />
      <SelectField
        name="scope"
        label="For"
        value={filter.scope ?? ""}
        choices={[all, ...choicesOf(subscriptionScopeWords)]}
      />
      <Button>Show</Button>
    </Form>
  );
}

const Actions = ({ slug }: { slug: string }) => (
  <div className="flex flex-wrap gap-2">
    <ButtonLink to={`/manage/${slug}/subscribers/import`}>Import</ButtonLink>
    <ButtonLink to={`/manage/${slug}/subscribers/new`} look="primary">
      Add a subscriber
    </ButtonLink>
  </div>
);

function More({ next, filter, first, slug }: Pick<Loaded, "next" | "filter" | "first" | "slug">) {
  if (next === null && first) return null;
  const kept = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = (more: string[][]) => `?${new URLSearchParams([...kept, ...more] as [string, string][])}`;
  return (
    <nav aria-label="More subscribers" className="flex flex-wrap gap-4">
      {first ? null : (
        <Link to={query([])} className="inline-flex min-h-11 items-center">
          From the beginning
        </Link>
      )}
      {next === null ? null : (
        <Link
          to={`/manage/${slug}/subscribers${query([["after", next]])}`}
          className="inline-flex min-h-11 items-center"
        >
          Next
        </Link>
      )}
    </nav>
  );
}

function Nobody({ slug, filtered }: { slug: string; filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No matching subscribers">
        <Link to={`/manage/${slug}/subscribers`} className="inline-flex min-h-11 items-center">
          See all subscribers
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No subscribers yet">
      <p>People subscribe on the public page; each confirms by a link in an email before anything is sent to them.</p>
      <a href={`/${slug}/subscribe`} className="inline-flex min-h-11 items-center">
        See the form that they fill in
      </a>
    </EmptyState>
  );
}

export default function Subscribers() {
  const { subscribers, names, slug, ...rest } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const here = `/manage/${slug}/subscribers`;
  return (
    <>
      <PageHead
        title="Subscribers"
        note="People who asked for email updates."
        action={admin ? <Actions slug={slug} /> : null}
      />
      <Totals totals={rest.totals} />
      <Filter filter={rest.filter} />
      {subscribers.length === 0 ? (
        <Nobody slug={slug} filtered={Object.values(rest.filter).some(Boolean)} />
      ) : (
        <SubscriberList subscribers={subscribers} names={names} admin={admin} here={here} />
      )}
      <More next={rest.next} filter={rest.filter} first={rest.first} slug={slug} />
      {admin && subscribers.length > 0 ? (
        <p>
          <a href={`${here}/export`} className="inline-flex min-h-11 items-center">
            Download all as CSV
          </a>
        </p>
      ) : null}
    </>
  );
}
