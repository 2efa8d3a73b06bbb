import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { Link } from "~/ui/parts/link";
import { PageHead, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { TimeText } from "~/ui/parts/time-text";
import { type ImportView, listImports } from "../read";
import { busyImportStates, importUndoDays } from "../rules/import-job";
import { isIncompleteImport } from "../rules/import-view";
import { firstOriginForms, type OriginFormDefinition, otherOriginForms } from "../rules/origin-forms";
import { importsPath } from "./import-links";
import { ImportStateBadge } from "./import-state";
import { importProgressText, totalImportCounts } from "./import-texts";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

type ListedImport = Pick<
  ImportView,
  "id" | "originTitle" | "state" | "refusal" | "counts" | "done" | "total" | "createdAt"
>;

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const imports = unwrapOrThrow(await listImports(ctx, { pageId }));
  const listed = imports.map(({ id, originTitle, state, refusal, counts, done, total, createdAt }): ListedImport => {
    return { id, originTitle, state, refusal, counts, done, total, createdAt };
  });
  return { imports: listed, slug };
});

const productLinkClass =
  "flex min-h-hit items-center rounded-md border border-edge bg-surface px-4 py-2 font-medium text-ink no-underline hover:bg-sunken";

const ProductLinks = ({ slug, forms }: { slug: string; forms: readonly OriginFormDefinition[] }) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2">
    {forms.map(({ name, title }) => (
      <li key={name}>
        <Link to={`${importsPath(slug)}/new/${name}`} className={productLinkClass}>
          <bdi>{title}</bdi>
        </Link>
      </li>
    ))}
  </ul>
);

/** Says which import has to end before another can start. */
function BusyNotice({ slug, imports }: { slug: string; imports: readonly ListedImport[] }) {
  const { t } = useWords();
  const busy = imports.find(({ state }) => busyImportStates.some((each) => each === state));
  if (!busy) return null;
  return (
    <NoticeBanner tone="warning">
      <p>{t("list.busy")}</p>
      <Link to={`${importsPath(slug)}/${busy.id}`} className="inline-flex min-h-hit items-center">
        {t("list.open")}
      </Link>
    </NoticeBanner>
  );
}

/** Says what an import did; of one that was cut short only how much, as its figures are those of its plan. */
function ResultText({ each }: { each: ListedImport }) {
  const { t } = useWords();
  if (isIncompleteImport(each)) return t("progress.applying", { done: importProgressText(t, each) });
  if (!each.counts) return null;
  const { make, change, leftOut } = totalImportCounts(each.counts);
  return t("list.result", { made: make, changed: change, out: leftOut });
}

function EarlierRow({ slug, each }: { slug: string; each: ListedImport }) {
  return (
    <tr>
      <th scope="row" className={`${tableCellClass} text-start font-medium`}>
        <Link to={`${importsPath(slug)}/${each.id}`} className="inline-flex min-h-hit items-center">
          <bdi>{each.originTitle}</bdi>
        </Link>
      </th>
      <td className={tableCellClass}>
        <span className="inline-flex min-h-hit items-center">
          <ImportStateBadge view={each} />
        </span>
      </td>
      <td className={tableCellClass}>
        <ResultText each={each} />
      </td>
      <td className={tableCellClass}>
        <TimeText at={each.createdAt} />
      </td>
    </tr>
  );
}

export default function ImportsPage() {
  const { imports, slug } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead
        title={t("list.title")}
        note={<p className="max-w-prose">{t("list.about", { days: importUndoDays })}</p>}
      />
      <BusyNotice slug={slug} imports={imports} />
      <Section title={t("list.choose")}>
        <ProductLinks slug={slug} forms={firstOriginForms} />
        <h3 className="font-semibold">{t("list.others")}</h3>
        <ProductLinks slug={slug} forms={otherOriginForms} />
      </Section>
      {imports.length === 0 ? null : (
        <Section title={t("list.earlier")}>
          <DataTable
            label={t("list.earlier")}
            heads={[t("column.product"), t("column.state"), t("column.result"), t("column.started")]}
          >
            {imports.map((each) => (
              <EarlierRow key={each.id} slug={slug} each={each} />
            ))}
          </DataTable>
        </Section>
      )}
    </>
  );
}
