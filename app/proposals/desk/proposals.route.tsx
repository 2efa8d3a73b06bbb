import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { EmptyState, ListPanel, ListRow, ListRowDetail, PageHead, RowLink } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { handleProposalPost } from "./proposal-actions";
import { type ProposedPostmortemItem, readProposalItems } from "./proposal-items";
import { ProposalsPanel } from "./proposals-panel";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

export const loader = pageDeskHandler(async (desk) => ({ ...(await readProposalItems(desk)), slug: desk.slug }));

export const action = pageDeskHandler(async (desk) => handleProposalPost(desk, await readPostedForm(desk)));

/** Lists the postmortems, which are read and published on their own pages. */
function PostmortemsPanel({ items, slug }: { items: ProposedPostmortemItem[]; slug: string }) {
  return (
    <ListPanel>
      {items.map(({ id, title, by, review }) => {
        const place = `/manage/${slug}/incidents/${id}/postmortem`;
        const open = (
          <ButtonLink to={place} look="quiet" label={review.label}>
            {review.text}
          </ButtonLink>
        );
        return (
          <ListRow key={id} actions={open}>
            <RowLink to={place}>
              <bdi>{title}</bdi>
            </RowLink>
            <ListRowDetail>
              <bdi>{by}</bdi>
            </ListRowDetail>
          </ListRow>
        );
      })}
    </ListPanel>
  );
}

export default function ProposalsPage() {
  const { items, postmortems, slug } = useLoaderData<typeof loader>();
  const editable = useHasRole("responder");
  const { t } = useWords();
  usePageRefresh(60);
  return (
    <>
      <PageHead title={t("page.title")} note={t("page.about")} />
      {items.length + postmortems.length === 0 ? (
        <EmptyState title={t("page.none")} about={t("page.none_about")} />
      ) : null}
      {items.length === 0 ? null : <ProposalsPanel items={items} slug={slug} editable={editable} />}
      {postmortems.length === 0 ? null : <PostmortemsPanel items={postmortems} slug={slug} />}
    </>
  );
}
