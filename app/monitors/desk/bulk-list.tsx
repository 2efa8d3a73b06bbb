import { useActionData } from "@remix-run/react";
import { RemainingIncidentsNotice, UnwatchedComponentsNotice } from "~/alert-rules/desk/watch-notes";
import { Button, ButtonLink } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { List, ListRow, PageHead } from "~/ui/parts/list";
import { ListCheckbox } from "~/ui/parts/tick";
import { useWords } from "./words/words";

/** Families whose lists allow bulk changes. */
export type BulkListKind = "monitor" | "heartbeat";

/** Returns the name of a row's checkbox in the form around the list. */
const boxOf = (many: BulkListKind, id: string): string => `${many}-${id}`;

/** Returns the ids of the ticked rows. */
export const tickedIds = (many: BulkListKind, fields: FormData): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith(`${many}-`) ? [name.slice(many.length + 1)] : []));

interface BulkRowCheckboxProps {
  many: BulkListKind;
  row: { id: string; name: string };
  /** Boxes that were ticked before a refusal. */
  kept: Record<string, string>;
}

export function BulkRowCheckbox({ many, row, kept }: BulkRowCheckboxProps) {
  const { t } = useWords();
  const name = boxOf(many, row.id);
  return <ListCheckbox name={name} label={t("list.choose", { name: row.name })} checked={name in kept} />;
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
  /** Path of the list to return to. */
  here: string;
  says: { title: string; about: string; button: string };
}

/** Confirmation page between ticking several rows and deleting them. */
export function BulkDeleteConfirmForm({ many, deleting, left, staying, here, says }: BulkDeleteConfirmFormProps) {
  const { t } = useWords();
  const boxes = Object.fromEntries(deleting.map(({ id }) => [boxOf(many, id), "on"]));
  return (
    <>
      <PageHead title={says.title} note={says.about} />
      <List>
        {deleting.map(({ id, name }) => (
          <ListRow key={id}>
            <bdi className="font-medium">{name}</bdi>
          </ListRow>
        ))}
      </List>
      <UnwatchedComponentsNotice names={left} />
      <RemainingIncidentsNotice titles={staying} />
      <PostForm name="bulk" typing={false} hidden={{ deed: deleteConfirmFormName, ...boxes }}>
        <div className="flex flex-wrap gap-3">
          <Button look="danger">{says.button}</Button>
          <ButtonLink to={here}>{t("bulk.delete_cancel")}</ButtonLink>
        </div>
      </PostForm>
    </>
  );
}
