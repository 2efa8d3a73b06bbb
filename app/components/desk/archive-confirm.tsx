import { useActionData, useLocation } from "@remix-run/react";
import { RemainingIncidentsBanner } from "~/alert-rules/desk/watch-notes";
import { Button, ButtonLink } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { QuestionHead } from "~/ui/parts/question-head";
import { listViewPath } from "~/ui/table/table-view";
import type { ArchivePreview } from "../bulk";
import { archiveConfirmDeed, componentBoxName } from "./bulk-names";
import { useWords } from "./words/words";

/** Returns the components to confirm before they are archived; null for any other action data. */
export function useArchivePreview(): ArchivePreview | null {
  const data: unknown = useActionData();
  const isAsked = typeof data === "object" && data !== null && "archiving" in data;
  return isAsked ? (data as { archiving: ArchivePreview }).archiving : null;
}

/** Confirmation page between ticking several components and archiving them. */
export function ArchiveConfirmForm({ components, incidents }: ArchivePreview) {
  const { t, list } = useWords();
  const back = listViewPath(useLocation());
  const count = components.length;
  const boxes = Object.fromEntries(components.map(({ id }) => [componentBoxName(id), "on"]));
  return (
    <>
      <QuestionHead title={t("bulk.archive_title", { count })} note={t("bulk.archive_about", { count })} />
      <ListPanel>
        {components.map(({ id, name, watchers }) => (
          <ListRow key={id}>
            <bdi className="font-medium">{name}</bdi>
            <ListRowDetail>
              <span>
                {watchers.length === 0
                  ? t("bulk.archive_unwatched")
                  : t("bulk.archive_watchers", { watchers: list(watchers) })}
              </span>
            </ListRowDetail>
          </ListRow>
        ))}
      </ListPanel>
      <RemainingIncidentsBanner titles={incidents} />
      <PostForm name="bulk" action={back} typing={false} hidden={{ deed: archiveConfirmDeed, ...boxes }}>
        <div className="flex flex-wrap gap-3">
          <Button look="danger">{t("bulk.archive_button", { count })}</Button>
          <ButtonLink to={back}>{t("bulk.archive_cancel")}</ButtonLink>
        </div>
      </PostForm>
    </>
  );
}
