import { useActionData, useLocation } from "@remix-run/react";
import { RemainingIncidentsBanner, UnwatchedComponentsBanner } from "~/alert-rules/desk/watch-notes";
import { Button, ButtonLink } from "~/ui/parts/button";
import { PostForm, useFormState } from "~/ui/parts/form";
import { ListPanel, ListRow } from "~/ui/parts/list";
import { QuestionHead } from "~/ui/parts/question-head";
import type { RowSelection } from "~/ui/table/list-table";
import { listViewPath } from "~/ui/table/table-view";
import { useWords } from "./words/words";

/** Families whose lists allow bulk changes. */
export type BulkListKind = "monitor" | "heartbeat";

/** Returns the name of a row's checkbox in the form around the list. */
const boxOf = (many: BulkListKind, id: string): string => `${many}-${id}`;

/** Returns the ids of the ticked rows. */
export const readTickedIds = (many: BulkListKind, fields: FormData): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith(`${many}-`) ? [name.slice(many.length + 1)] : []));

/** Returns the boxes of the form `bulk`: ticked before a refusal, or all of them by the link that selects all. */
export function useBulkSelection(many: BulkListKind, selectsAll: boolean): RowSelection<{ id: string; name: string }> {
  const kept = useFormState("bulk")?.values;
  return {
    boxName: ({ id }) => boxOf(many, id),
    rowName: ({ name }) => name,
    isTicked: ({ id }) => (kept ? boxOf(many, id) in kept : selectsAll),
  };
}

/** Name of the confirmation form. */
export const deleteConfirmFormName = "delete_sure";

interface DeletedItem {
  id: string;
  name: string;
}

export interface BulkDeletePreview {
  deleting: DeletedItem[];
  /** Names of components that nothing else watches. */
  left: string[];
  /** Titles of incidents that stay open without them. */
  staying: string[];
}

/** Returns the rows to confirm before deletion, from the list's action; null for any other action data. */
export function useBulkDeletePreview(): BulkDeletePreview | null {
  const data: unknown = useActionData();
  const isAsked = typeof data === "object" && data !== null && "deleting" in data;
  if (!isAsked) return null;
  const asked = data as BulkDeletePreview;
  return asked.deleting.length > 0 ? asked : null;
}

export interface BulkDeleteConfirmFormProps extends BulkDeletePreview {
  many: BulkListKind;
  says: { title: string; about: string; button: string };
}

/** Confirmation page between ticking several rows and deleting them. */
export function BulkDeleteConfirmForm({ many, deleting, left, staying, says }: BulkDeleteConfirmFormProps) {
  const { t } = useWords();
  const list = listViewPath(useLocation());
  const boxes = Object.fromEntries(deleting.map(({ id }) => [boxOf(many, id), "on"]));
  return (
    <>
      <QuestionHead title={says.title} note={says.about} />
      <ListPanel>
        {deleting.map(({ id, name }) => (
          <ListRow key={id}>
            <bdi className="font-medium">{name}</bdi>
          </ListRow>
        ))}
      </ListPanel>
      <UnwatchedComponentsBanner names={left} />
      <RemainingIncidentsBanner titles={staying} />
      <PostForm name="bulk" action={list} typing={false} hidden={{ deed: deleteConfirmFormName, ...boxes }}>
        <div className="flex flex-wrap gap-3">
          <Button look="danger">{says.button}</Button>
          <ButtonLink to={list}>{t("bulk.delete_cancel")}</ButtonLink>
        </div>
      </PostForm>
    </>
  );
}
