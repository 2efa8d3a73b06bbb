import { Button, ButtonLink } from "../parts/button";
import { TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Fold, Section } from "../parts/list";
import { useWords } from "./words";

interface DangerProps {
  slug: string;
  name: string;
  version: number;
  noindex: boolean;
}

export function SearchPart({ noindex, version }: Pick<DangerProps, "noindex" | "version">) {
  const { t } = useWords();
  return (
    <Section title={t("search.title")}>
      <p className="max-w-prose">{t(noindex ? "search.hidden" : "search.shown")}</p>
      <ButtonForm name="search" version={version} hidden={{ noindex: noindex ? "" : "on" }}>
        <Button>{t(noindex ? "search.show" : "search.hide")}</Button>
      </ButtonForm>
    </Section>
  );
}

export function HandOverPart({ slug }: Pick<DangerProps, "slug">) {
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

export function DeletePart({ name, version }: Pick<DangerProps, "name" | "version">) {
  const { t, say } = useWords();
  return (
    <Section title={t("delete.section")}>
      <p className="max-w-prose">{t("delete.about")}</p>
      <Fold title={t("delete.title")} open={useFormState("delete") !== null}>
        <PostForm name="delete" version={version}>
          <TextField
            name="name"
            label={t("delete.name")}
            hint={say("delete.name_hint", { name: <bdi>{name}</bdi> })}
            autoComplete="off"
            spellCheck={false}
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
