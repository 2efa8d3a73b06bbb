import { Button } from "~/ui/parts/button";
import { useFieldText } from "~/ui/parts/field-text";
import { PostForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { Card, Section } from "~/ui/parts/list";
import { RadioField } from "~/ui/parts/radio-choices";
import { SealedValueBanner } from "~/ui/parts/sealed-notice";
import { VerbatimText } from "~/ui/parts/verbatim";
import { pageVisibilityFields } from "../../rules/fields";
import { useWords } from "./words/words";

function Choices({ value }: { value: string }) {
  const { t } = useWords();
  const { label, choices } = useFieldText(pageVisibilityFields.visibility);
  const described = pageVisibilityFields.visibility.choices.map((each) => ({
    value: each,
    label: choices[each] ?? each,
    about: t(`visibility.${each}`),
  }));
  return <RadioField name="visibility" legend={label} value={value} choices={described} />;
}

export function VisibilityForm({ version, visibility }: { version: number; visibility: string }) {
  const { t } = useWords();
  return (
    <PostForm name="visibility" version={version}>
      <Card>
        <Choices value={visibility} />
        <p className="text-sm text-soft">{t("visibility.about")}</p>
        <div>
          <Button look="primary">{t("page.save")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

interface PassphraseSectionProps {
  version: number;
  /** Null when it was sealed with a secret that is gone; visitors are still asked for it. */
  passphrase: string | null;
  /** Address where visitors type it. */
  unlockUrl: string;
}

export function PassphraseSection({ version, passphrase, unlockUrl }: PassphraseSectionProps) {
  const { t, say } = useWords();
  const link = (
    <a href={unlockUrl} className="break-all">
      {unlockUrl}
    </a>
  );
  return (
    <Section title={t("passphrase.title")}>
      <p className="max-w-prose">{t("passphrase.about")}</p>
      {passphrase === null ? (
        <SealedValueBanner what={t("passphrase.sealed")} again={t("passphrase.sealed_next")} />
      ) : (
        <VerbatimText label={t("passphrase.title")}>{passphrase}</VerbatimText>
      )}
      <p>{say("passphrase.typed_at", { link })}</p>
      <CheckboxConfirmFold
        name="rotate"
        version={version}
        title={t("passphrase.another")}
        label={t("passphrase.another_sure")}
        hint={t("passphrase.another_hint")}
        button={t("passphrase.another_button")}
      />
    </Section>
  );
}
