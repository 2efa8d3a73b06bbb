import { Button, ButtonLink } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Fold, Section } from "~/ui/parts/list";
import { useWords } from "./words/words";

export function TransferOwnershipSection({ slug }: { slug: string }) {
  const { t } = useWords();
  return (
    <Section title={t("transfer.title")}>
      <p className="max-w-prose">{t("transfer.about")}</p>
      <div>
        <ButtonLink to={`/manage/${slug}/people`}>{t("transfer.link")}</ButtonLink>
      </div>
    </Section>
  );
}

export function DeletePageSection({ name, version }: { name: string; version: number }) {
  const { t, say } = useWords();
  return (
    <Section title={t("delete.section")}>
      <p className="max-w-prose">{t("delete.about")}</p>
      <Fold title={t("delete.title")} danger open={useFormState("delete") !== null}>
        <PostForm name="delete" version={version}>
          <TextField
            name="name"
            label={t("delete.name")}
            hint={say("delete.name_hint", { name: <bdi>{name}</bdi> })}
            autoComplete="off"
            spellCheck="false"
            required
          />
          <div>
            <Button look="danger">{t("delete.button")}</Button>
          </div>
        </PostForm>
      </Fold>
    </Section>
  );
}
