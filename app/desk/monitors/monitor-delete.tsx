import { Button, ButtonLink } from "../parts/button";
import { PostForm } from "../parts/form";
import { List, PageHead, Row } from "../parts/list";
import { boxOf } from "./monitor-list";
import { useWords } from "./words";

/** What the form of the one confirmation asks for. */
export const sureToDelete = "delete_sure";

interface Deleting {
  id: string;
  name: string;
}

/** Of the list's action data: those that somebody is about to delete; null when it is something else. */
export const deletingOf = (data: unknown): Deleting[] | null =>
  typeof data === "object" && data !== null && "deleting" in data ? (data as { deleting: Deleting[] }).deleting : null;

/** The one page between choosing many monitors and deleting them. */
export function DeleteMonitors({ deleting, here }: { deleting: readonly Deleting[]; here: string }) {
  const { t } = useWords();
  const count = deleting.length;
  const boxes = Object.fromEntries(deleting.map(({ id }) => [boxOf(id), "on"]));
  return (
    <>
      <PageHead title={t("bulk.delete_title", { count })} note={t("bulk.delete_about")} />
      <List>
        {deleting.map(({ id, name }) => (
          <Row key={id}>
            <bdi className="font-medium">{name}</bdi>
          </Row>
        ))}
      </List>
      <PostForm name="bulk" typing={false} hidden={{ deed: sureToDelete, ...boxes }}>
        <div className="flex flex-wrap gap-3">
          <Button look="danger">{t("bulk.delete_button", { count })}</Button>
          <ButtonLink to={here}>{t("bulk.delete_cancel")}</ButtonLink>
        </div>
      </PostForm>
    </>
  );
}
