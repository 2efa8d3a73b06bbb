import { isLanguage, languageNames } from "~/i18n/languages";
import type { ChoiceField, ValuesOf } from "~/rules/fields/fields";
import { generalFields, historyFields, identityFields, teamFields } from "~/rules/pages/fields";
import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Pair, Part } from "../parts/form-part";
import { NounField } from "../parts/noun-fields";

export type GeneralValues = ValuesOf<typeof generalFields>;

const timeZones = Intl.supportedValuesOf("timeZone");

const hours = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

type Page = Omit<GeneralValues, "nagHours"> & { nagMinutes: number; version: number };

/** The form asks for hours where the page keeps minutes. */
export const generalValues = (page: Page): GeneralValues & { version: number } => ({
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

/** The API takes any tag: one without words of ours is kept as it is. */
const languageField = (tag: string): ChoiceField => ({
  ...identityFields.language,
  kind: "choice",
  choices: isLanguage(tag) ? languageNames : { [tag]: tag, ...languageNames },
  initial: tag,
});

const daysField = (count: number) => ({
  ...historyFields.historyDays,
  among: Object.fromEntries([30, 60, 90, count].map((each) => [each, `${each} days`])),
});

/** What the form of these values posts: only owners move the page to another address. */
export function fieldsOf({ language, historyDays }: GeneralValues, owner: boolean) {
  const { slug, ...others } = generalFields;
  const offered = { ...others, language: languageField(language), historyDays: daysField(historyDays) };
  return owner ? { ...offered, slug } : offered;
}

const movingHint = (slug: string) =>
  `Small letters, digits and hyphens; now /${slug}. With another one, links to this one lead to “Nothing here” at once: bookmarks, feeds, mails that were sent. Nothing leads on, and it is free for another page.`;

function Identity({ values, owner }: { values: GeneralValues; owner: boolean }) {
  return (
    <Part title="The page">
      <NounField fields={identityFields} name="name" value={values.name} />
      {owner ? (
        <NounField fields={identityFields} name="slug" value={values.slug} says={{ hint: movingHint(values.slug) }} />
      ) : null}
      <NounField fields={identityFields} name="about" value={values.about} />
    </Part>
  );
}

function Place({ values }: { values: GeneralValues }) {
  const { label, hint } = identityFields.timeZone;
  return (
    <Part title="Time and language">
      <Pair>
        <TextField
          name="timeZone"
          label={label}
          hint={hint}
          value={values.timeZone}
          suggestions={timeZones}
          spellCheck={false}
          required
        />
        <NounField fields={{ language: languageField(values.language) }} name="language" value={values.language} />
      </Pair>
    </Part>
  );
}

const History = ({ values }: { values: GeneralValues }) => (
  <Part title="History and uptime">
    <Pair>
      <NounField
        fields={{ historyDays: daysField(values.historyDays) }}
        name="historyDays"
        value={values.historyDays}
      />
      <NounField fields={historyFields} name="partialWeight" value={values.partialWeight} />
    </Pair>
    <NounField fields={historyFields} name="noindex" value={values.noindex} />
  </Part>
);

function Team({ values }: { values: GeneralValues }) {
  const { label, hint } = teamFields.nagHours;
  return (
    <Part title="For the team">
      <Pair>
        <TextField
          name="nagHours"
          label={label}
          hint={hint}
          type="number"
          inputMode="numeric"
          value={String(values.nagHours)}
          required
        />
        <NounField fields={teamFields} name="deliveryDays" value={values.deliveryDays} />
      </Pair>
    </Part>
  );
}

interface GeneralProps {
  version: number;
  values: GeneralValues;
  owner: boolean;
}

export const GeneralForm = ({ version, values, owner }: GeneralProps) => (
  <PostForm name="settings" version={version}>
    <Identity values={values} owner={owner} />
    <Place values={values} />
    <History values={values} />
    <Team values={values} />
    <div>
      <Button look="primary">Save</Button>
    </div>
  </PostForm>
);

/** For who may look and not change: the same facts without a form. */
export function GeneralFacts({ values }: { values: GeneralValues }) {
  const facts: [string, string][] = [
    ["Name", values.name],
    ["Address", `/${values.slug}`],
    ["About", values.about || "nothing"],
    ["Time zone", values.timeZone],
    ["Language", isLanguage(values.language) ? languageNames[values.language] : values.language],
    ["Days shown", String(values.historyDays)],
    ["Weight of a partial outage", String(values.partialWeight)],
    ["Remind after", values.nagHours === 0 ? "never" : `${values.nagHours} hours`],
    ["Keep deliveries", `${values.deliveryDays} days`],
  ];
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
