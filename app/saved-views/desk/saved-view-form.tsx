import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { savedViewFields } from "../rules/fields";
import type { SavedViewRoom } from "../rules/saved-view-room";
import { useWords } from "./words/words";

/** Name of the form that saves a view. */
export const savedViewFormName = "saved-view";

/** Path of the page of saved views, which takes the form. */
export const savedViewsPath = (slug: string): string => `/manage/${slug}/views`;

export interface SavedViewSubject {
  slug: string;
  room: SavedViewRoom;
  /** Id of the source, for the list of its deliveries. */
  place?: string | undefined;
}

/** The form that saves what a list shows. */
export function SavedViewForm({ slug, room, place = "", query }: SavedViewSubject & { query: string }) {
  const { t } = useWords();
  return (
    <PostForm
      name={savedViewFormName}
      action={savedViewsPath(slug)}
      label={t("form.label")}
      hidden={{ room, place, query }}
      fields={savedViewFields}
      className="grid max-w-md gap-4"
    >
      <NounFieldControl fields={savedViewFields} name="name" value="" says={{ label: t("form.name") }} />
      {useHasRole("admin") ? <NounFieldControl fields={savedViewFields} name="everyone" value={false} /> : null}
      <div>
        <Button look="primary">{t("form.save")}</Button>
      </div>
    </PostForm>
  );
}
