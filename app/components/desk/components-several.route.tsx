import { onPage } from "~/desk/frame/desk";
import { titledBy } from "~/desk/frame/title";
import { Button } from "~/desk/parts/button";
import { TextArea } from "~/desk/parts/field";
import { PostForm } from "~/desk/parts/form";
import { Card, PageHead } from "~/desk/parts/list";
import { answer, readPosted, typed } from "~/desk/parts/posted";
import type { Guard } from "~/http/guard";
import { createComponents } from "../create-several";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/desk/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "several.title");

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const made = await createComponents(desk.ctx, {
    pageId: desk.pageId,
    commitId: posted.commitId,
    lines: typed(posted.fields, "lines"),
  });
  return answer(posted, made, `/manage/${desk.slug}/components`, "components-created");
});

export default function SeveralComponents() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("several.title")} note={t("several.about")} />
      <PostForm name="several">
        <Card>
          <TextArea name="lines" label={t("several.label")} hint={t("several.example")} rows={10} required />
          <div>
            <Button look="primary">{t("several.button")}</Button>
          </div>
        </Card>
      </PostForm>
    </>
  );
}
