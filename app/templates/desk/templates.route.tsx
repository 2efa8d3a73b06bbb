import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EmptyState, ListPanel, ListRow, ListRowDetail, PageHead, RowLink } from "~/ui/parts/list";
import { AgoText } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import { listTemplates } from "../verbs";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => ({
  templates: unwrapOrThrow(await listTemplates(ctx, { pageId })).map(({ id, name, title, status, updatedAt }) => ({
    id,
    name,
    title,
    status,
    updatedAt,
  })),
  slug,
}));

export default function TemplatesPage() {
  const { templates, slug } = useLoaderData<typeof loader>();
  const { t, say } = useWords();
  const statuses = useWordTable("incident_status");
  const add = <AddLink to={`/manage/${slug}/templates/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      {templates.length === 0 ? (
        <EmptyState title={t("list.none")} about={t("list.none_about")} />
      ) : (
        <ListPanel>
          {templates.map((template) => (
            <ListRow key={template.id}>
              <RowLink to={`/manage/${slug}/templates/${template.id}`}>
                <bdi>{template.name}</bdi>
              </RowLink>
              <ListRowDetail>
                {template.title ? <bdi>{template.title}</bdi> : null}
                {template.status ? <span>{statuses[template.status]}</span> : null}
                <span>{say("list.changed", { ago: <AgoText at={template.updatedAt} /> })}</span>
              </ListRowDetail>
            </ListRow>
          ))}
        </ListPanel>
      )}
    </>
  );
}
