import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import {
  disablePerson,
  enablePerson,
  endSessionsOfPerson,
  listDeploymentPeople,
  revokeOperatorRight,
} from "~/people/operate";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { formErrorsResponse, formResultResponse, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { ListTable } from "~/ui/table/list-table";
import { TableFilterForm } from "~/ui/table/table-filter";
import { NoRowsFoundPanel, TablePager } from "~/ui/table/table-pager";
import { listViewPath, readTableView } from "~/ui/table/table-view";
import { OperatorDeploymentHead } from "./deployment-head";
import { usePersonColumns } from "./person-columns";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "people.title");

const here = "/manage/deployment/people";

export const loader = deskHandler(async ({ ctx, url }) => {
  const usual = { key: "name", descending: false };
  const view = readTableView(url, { filters: ["search", "state"], sorts: ["name"], usual });
  const after = url.searchParams.get("after") ?? undefined;
  const listed = await listDeploymentPeople(ctx, { ...view.params, descending: view.sort.descending, after });
  return { ...unwrapOrThrow(listed), view, first: after === undefined };
});

const acts = {
  "end-sessions": [endSessionsOfPerson, "sessions-ended"],
  disable: [disablePerson, "person-disabled"],
  enable: [enablePerson, "person-enabled"],
  "end-operator": [revokeOperatorRight, "operator-removed"],
} as const;

const isAct = (word: string): word is keyof typeof acts => Object.hasOwn(acts, word);

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { intent, commitId } = posted;
  if (!isAct(intent)) return formErrorsResponse(posted, { "": wordsIn(posted.language).t("people.choose") });
  const [act, said] = acts[intent];
  const target = { id: readPostedText(posted.fields, "id"), commitId };
  return formResultResponse(posted, await act(desk.ctx, target), listViewPath(desk.url), said);
});

function More() {
  const { next, first, view } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const words = { label: t("people.heading"), first: t("people.first"), next: t("people.next") };
  return <TablePager after={next} first={first} view={view} words={words} />;
}

/** Lists everyone with an account, on any page, and an operator's actions for each. */
export default function DeploymentPeoplePage() {
  const { t } = useWords();
  const { people, view } = useLoaderData<typeof loader>();
  const columns = usePersonColumns();
  const states = [
    { value: "operator", label: t("people.operator") },
    { value: "disabled", label: t("people.disabled") },
  ];
  const filters = [
    { name: "search", label: t("people.search"), kind: "search" },
    { name: "state", label: t("people.state"), kind: "choice", choices: states },
  ] as const;
  return (
    <ManagementShell>
      <OperatorDeploymentHead title={t("people.heading")} note={t("people.about")} />
      <TableFilterForm to={here} view={view} filters={filters} columns={columns} />
      {people.length === 0 ? (
        <NoRowsFoundPanel title={t("people.no_match")} to={here} seeAll={t("people.see_all")} />
      ) : (
        <ListTable label={t("people.heading")} columns={columns} rows={people} view={view} />
      )}
      <More />
    </ManagementShell>
  );
}
