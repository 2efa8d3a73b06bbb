import type { ReactNode } from "react";
import type { ChoiceFieldDefinition, FieldValues } from "~/fields/fields";
import { isLanguage, languageNames } from "~/i18n/languages";
import { Button } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { PostForm } from "~/ui/parts/form";
import { FieldPair, FormSection } from "~/ui/parts/form-part";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { useTimeZoneName } from "~/ui/parts/time-text";
import { pageGeneralFields, pageHistoryFields, pageIdentityFields, pageTeamFields } from "../../rules/fields";
import { useWords, type wordsIn } from "./words/words";

type SettingsWords = ReturnType<typeof wordsIn>;

export type GeneralFormValues = FieldValues<typeof pageGeneralFields>;

const timeZones = Intl.supportedValuesOf("timeZone");

const hours = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

type StoredGeneralSettings = Omit<GeneralFormValues, "nagHours"> & { nagMinutes: number; version: number };

/** Returns the form's values, in hours where the page stores minutes. */
export const generalFormValues = (page: StoredGeneralSettings): GeneralFormValues & { version: number } => ({
  name: page.name,
  slug: page.slug,
  about: page.about,
  timeZone: page.timeZone,
  language: page.language,
  historyDays: page.historyDays,
  partialWeight: page.partialWeight,
  noindex: page.noindex,
  nagHours: hours(page.nagMinutes),
  deliveryDays: page.deliveryDays,
  version: page.version,
});

/** Returns the language field. The API accepts any tag, so the field keeps a language without a translation. */
function languageField(tag: string): ChoiceFieldDefinition {
  const choices = isLanguage(tag) ? languageNames : { [tag]: tag, ...languageNames };
  const { words } = pageIdentityFields.language;
  return { kind: "choice", words, choices: Object.keys(choices), initial: tag, says: { choices } };
}

function daysField({ t }: SettingsWords, days: number) {
  const among = [...new Set([30, 60, 90, days])].sort((one, other) => one - other);
  const choices = Object.fromEntries(among.map((count) => [count, t("general.days", { count })]));
  return { ...pageHistoryFields.historyDays, among, says: { choices } };
}

/** Returns the fields that the form of these values posts: only owners may change the page's address. */
export function generalFieldsFor(words: SettingsWords, { language, historyDays }: GeneralFormValues, owner: boolean) {
  const { slug, ...others } = pageGeneralFields;
  const offered = { ...others, language: languageField(language), historyDays: daysField(words, historyDays) };
  return owner ? { ...offered, slug } : offered;
}

function Identity({ values, owner }: { values: GeneralFormValues; owner: boolean }) {
  const { t } = useWords();
  const hint = t("general.slug_hint", { address: `/${values.slug}` });
  return (
    <FormSection title={t("general.page")}>
      <NounFieldControl fields={pageIdentityFields} name="name" value={values.name} />
      {owner ? <NounFieldControl fields={pageIdentityFields} name="slug" value={values.slug} says={{ hint }} /> : null}
      <NounFieldControl fields={pageIdentityFields} name="about" value={values.about} />
    </FormSection>
  );
}

function Place({ values }: { values: GeneralFormValues }) {
  const { t } = useWords();
  const { label, hint } = useFieldText(pageIdentityFields.timeZone);
  return (
    <FormSection title={t("general.place")}>
      <FieldPair>
        <TextField
          name="timeZone"
          label={label}
          hint={hint}
          value={values.timeZone}
          suggestions={timeZones}
          spellCheck="false"
          required
        />
        <NounFieldControl
          fields={{ language: languageField(values.language) }}
          name="language"
          value={values.language}
        />
      </FieldPair>
    </FormSection>
  );
}

function History({ values }: { values: GeneralFormValues }) {
  const words = useWords();
  return (
    <FormSection title={words.t("general.history")}>
      <FieldPair>
        <NounFieldControl
          fields={{ historyDays: daysField(words, values.historyDays) }}
          name="historyDays"
          value={values.historyDays}
        />
        <NounFieldControl fields={pageHistoryFields} name="partialWeight" value={values.partialWeight} />
      </FieldPair>
      <NounFieldControl fields={pageHistoryFields} name="noindex" value={values.noindex} />
    </FormSection>
  );
}

/** The last part, with the form's button. */
function Team({ values, children }: { values: GeneralFormValues; children: ReactNode }) {
  const { t } = useWords();
  const { label, hint } = useFieldText(pageTeamFields.nagHours);
  return (
    <FormSection title={t("general.team")}>
      <FieldPair>
        <TextField
          name="nagHours"
          label={label}
          hint={hint}
          type="number"
          inputMode="numeric"
          value={String(values.nagHours)}
          required
        />
        <NounFieldControl fields={pageTeamFields} name="deliveryDays" value={values.deliveryDays} />
      </FieldPair>
      {children}
    </FormSection>
  );
}

interface GeneralSettingsFormProps {
  version: number;
  values: GeneralFormValues;
  owner: boolean;
}

export function GeneralSettingsForm({ version, values, owner }: GeneralSettingsFormProps) {
  const { t } = useWords();
  return (
    <PostForm name="settings" fields={pageGeneralFields} version={version}>
      <Identity values={values} owner={owner} />
      <Place values={values} />
      <History values={values} />
      <Team values={values}>
        <div>
          <Button look="primary">{t("page.save")}</Button>
        </div>
      </Team>
    </PostForm>
  );
}

function factsOf({ t, number }: SettingsWords, values: GeneralFormValues, zoneName: string): [string, string][] {
  const language = isLanguage(values.language) ? languageNames[values.language] : values.language;
  const hours = values.nagHours === 0 ? t("fact.never") : t("general.hours", { count: values.nagHours });
  return [
    [t("fact.name"), values.name],
    [t("fact.address"), `/${values.slug}`],
    [t("fact.about"), values.about || t("fact.no_about")],
    [t("fact.time_zone"), zoneName],
    [t("fact.language"), language],
    [t("fact.days_shown"), number(values.historyDays)],
    [t("fact.partial_weight"), number(values.partialWeight)],
    [t("fact.remind_after"), hours],
    [t("fact.keep_deliveries"), t("general.days", { count: values.deliveryDays })],
  ];
}

/** Shows the same facts without a form, to a person who may not change them. */
export function GeneralSettingsPanel({ values }: { values: GeneralFormValues }) {
  const facts = factsOf(useWords(), values, useTimeZoneName(values.timeZone));
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-4 sm:grid-cols-[max-content_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
