import { visibilityFields } from "~/rules/pages/fields";
import { Button } from "../parts/button";
import { FieldSet } from "../parts/field";
import { useFieldText } from "../parts/field-text";
import { PostForm, useForm } from "../parts/form";
import { SureFold } from "../parts/form-part";
import { Card, Section } from "../parts/list";
import { SealedAway } from "../parts/sealed-away";
import { Verbatim } from "../parts/verbatim";
import { useWords } from "./words";

function Choices({ value }: { value: string }) {
  const { t } = useWords();
  const { label, choices } = useFieldText(visibilityFields.visibility);
  const { state } = useForm();
  const chosen = state?.values.visibility ?? value;
  return (
    <FieldSet legend={label} name="visibility">
      {visibilityFields.visibility.choices.map((each) => (
        <label key={each} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="radio"
            name="visibility"
            value={each}
            defaultChecked={chosen === each}
            className="mt-0.5 size-5 flex-none accent-accent"
          />
          <span className="grid">
            <span className="font-medium">{choices[each]}</span>
            <span className="text-sm text-soft">{t(`visibility.${each}`)}</span>
          </span>
        </label>
      ))}
    </FieldSet>
  );
}

export function VisibilityForm({ version, visibility }: { version: number; visibility: string }) {
  const { t } = useWords();
  return (
    <PostForm name="visibility" version={version}>
      <Card>
        <Choices value={visibility} />
        <p className="text-sm text-soft">{t("visibility.about")}</p>
      </Card>
      <div>
        <Button look="primary">{t("page.save")}</Button>
      </div>
    </PostForm>
  );
}

interface PassphraseProps {
  version: number;
  /** null when it was sealed with a secret that is gone; it is asked for still. */
  passphrase: string | null;
  /** Where visitors type it. */
  unlockUrl: string;
}

export function PassphrasePart({ version, passphrase, unlockUrl }: PassphraseProps) {
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
        <SealedAway what={t("passphrase.sealed")} again={t("passphrase.sealed_next")} />
      ) : (
        <Verbatim label={t("passphrase.title")}>{passphrase}</Verbatim>
      )}
      <p>{say("passphrase.typed_at", { link })}</p>
      <SureFold
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
