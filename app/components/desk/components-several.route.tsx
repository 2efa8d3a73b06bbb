import { blankFieldValues, parsePostedFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { addNextStepToPath } from "~/now/next-step";
import { pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { TextArea } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card, PageHead } from "~/ui/parts/list";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import { formResultResponse, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { createComponents } from "../create-several";
import { componentFields } from "../rules/fields";
import { useWords, wordsIn } from "./words/words";

/** The field that is asked once for all of them. */
const keptField = { keptBy: componentFields.keptBy } as const;

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "several.title");

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const made = await createComponents(desk.ctx, {
    pageId: desk.pageId,
    commitId: posted.commitId,
    lines: readPostedText(posted.fields, "lines"),
    ...parsePostedFieldValues(keptField, posted.values),
  });
  const path = `/manage/${desk.slug}/components`;
  const to = made.ok ? await addNextStepToPath(desk.ctx, { pageId: desk.pageId, path }) : path;
  return formResultResponse(posted, made, to, "components-created");
});

export default function NewComponentsPage() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("several.title")} note={t("several.about")} />
      <PostForm name="several">
        <Card>
          <TextArea name="lines" label={t("several.label")} hint={t("several.example")} rows={10} required />
          <NounFieldControls fields={keptField} values={blankFieldValues(keptField)} picks={{}} />
          <div>
            <Button look="primary">{t("several.button")}</Button>
          </div>
        </Card>
      </PostForm>
    </>
  );
}
