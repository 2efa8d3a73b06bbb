import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { EmptyState, ListPanel, ListRow, ListRowDetail, PageHead, RowLink } from "~/ui/parts/list";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { formResultResponse, readPostedForm, readPostedText, unknownFormResponse } from "~/ui/parts/posted-form";
import { useViewer } from "~/ui/parts/viewer";
import { chooseHomePage, joinPageAsOwner, listPages } from "../verbs";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "session" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

/** Sends an operator without any page to the form for a new one. */
export const loader = deskHandler(async ({ ctx, url }) => {
  const pages = unwrapOrThrow(await listPages(ctx));
  if (pages.length === 0 && ctx.actor.kind === "person" && ctx.actor.operator)
    throw redirect(`/manage/new${url.search}`, 303);
  return { pages };
});

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = { pageId: readPostedText(posted.fields, "pageId"), commitId: posted.commitId };
  if (posted.intent === "home") {
    return formResultResponse(posted, await chooseHomePage(desk.ctx, given), "/manage", "front-page-set");
  }
  if (posted.intent !== "join") return unknownFormResponse(posted);
  return formResultResponse(posted, await joinPageAsOwner(desk.ctx, given), "/manage", "page-joined");
});

/** The operator's choice of the page that `/` shows. */
function HomeChoice({ page }: { page: ListedPageItem }) {
  const { operator } = useViewer();
  const { t } = useWords();
  if (!operator || page.isHome) return null;
  return (
    <ButtonForm name={`home-${page.id}`} hidden={{ pageId: page.id, intent: "home" }}>
      <Button label={t("list.show_named", { name: page.name })}>{t("list.show")}</Button>
    </ButtonForm>
  );
}

type ListedPageItem = ReturnType<typeof useLoaderData<typeof loader>>["pages"][number];

function PageRow({ page }: { page: ListedPageItem }) {
  const { t } = useWords();
  const parts = usePartWords();
  const join = (
    <ButtonForm name={`join-${page.id}`} hidden={{ pageId: page.id, intent: "join" }}>
      <Button label={t("list.join_named", { name: page.name })}>{t("list.join")}</Button>
    </ButtonForm>
  );
  if (page.role === null) {
    return (
      <ListRow actions={join}>
        <p className="font-medium">{page.name}</p>
        <ListRowDetail>{t("list.join_about")}</ListRowDetail>
      </ListRow>
    );
  }
  return (
    <ListRow
      actions={
        <>
          <a
            href={`/${page.slug}`}
            aria-label={t("list.view_named", { name: page.name })}
            className="inline-flex min-h-hit items-center"
          >
            {t("list.view")}
          </a>
          <HomeChoice page={page} />
        </>
      }
    >
      <RowLink to={`/manage/${page.slug}`}>
        <bdi>{page.name}</bdi>
      </RowLink>
      <ListRowDetail>
        {t(page.isHome ? "list.about_home" : "list.about", {
          address: `/${page.slug}`,
          role: parts.t(`role.${page.role}`),
        })}
      </ListRowDetail>
    </ListRow>
  );
}

export default function StatusPagesPage() {
  const { pages } = useLoaderData<typeof loader>();
  const { operator } = useViewer();
  const { t } = useWords();
  const make = operator ? (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/manage/deployment">{t("list.deployment")}</ButtonLink>
      <ButtonLink to="/manage/new" look="primary">
        {t("page.new")}
      </ButtonLink>
    </div>
  ) : null;
  return (
    <ManagementShell>
      <PageHead title={t("page.list")} action={make} />
      {pages.length === 0 ? (
        <EmptyState title={t("list.none")} about={t("list.none_about")} />
      ) : (
        <ListPanel>
          {pages.map((page) => (
            <PageRow key={page.id} page={page} />
          ))}
        </ListPanel>
      )}
    </ManagementShell>
  );
}
