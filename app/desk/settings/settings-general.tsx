import { isLanguage, languageNames } from "~/i18n/languages";
import { Button } from "../parts/button";
import type { ConflictField } from "../parts/conflict";
import { CheckboxField, SelectField, TextArea, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Pair, Part } from "../parts/form-part";

/** As the form shows it: numbers as they are typed. */
export interface GeneralValues {
  name: string;
  slug: string;
  about: string;
  timeZone: string;
  language: string;
  noindex: boolean;
  partialWeight: number;
  historyDays: number;
  nagMinutes: number;
  deliveryDays: number;
}

const timeZones = Intl.supportedValuesOf("timeZone");
const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));
/** The API takes any tag: one without words of ours is kept as it is. */
const chosenLanguages = (tag: string) => (isLanguage(tag) ? languages : [{ value: tag, label: tag }, ...languages]);
const days = [30, 60, 90].map((count) => ({ value: String(count), label: `${count} days` }));
const chosenDays = (count: number) =>
  days.some(({ value }) => value === String(count))
    ? days
    : [{ value: String(count), label: `${count} days` }, ...days];

const hours = (minutes: number) => String(Math.round((minutes / 60) * 100) / 100);

export const generalConflict = (page: GeneralValues): ConflictField[] => [
  { name: "name", label: "Name", theirs: page.name },
  { name: "slug", label: "Address", theirs: page.slug },
  { name: "about", label: "About", theirs: page.about },
  { name: "timeZone", label: "Time zone", theirs: page.timeZone },
  { name: "partialWeight", label: "Weight of a partial outage", theirs: String(page.partialWeight) },
  { name: "historyDays", label: "Days shown", theirs: String(page.historyDays) },
  { name: "nagHours", label: "Remind after, hours", theirs: hours(page.nagMinutes) },
  { name: "deliveryDays", label: "Keep deliveries, days", theirs: String(page.deliveryDays) },
];

function Identity({ values, owner }: { values: GeneralValues; owner: boolean }) {
  return (
    <Part title="The page">
      <TextField name="name" label="Name" hint="Of the service or the company." value={values.name} required />
      {owner ? (
        <TextField
          name="slug"
          label="Address"
          hint={`Small letters, digits and hyphens; now /${values.slug}. With another one, links to this one lead to “Nothing here” at once: bookmarks, feeds, mails that were sent. Nothing leads on, and it is free for another page.`}
          value={values.slug}
          spellCheck={false}
          required
        />
      ) : null}
      <TextArea name="about" label="About" hint="One or two sentences under the name." rows={2} value={values.about} />
    </Part>
  );
}

const Place = ({ values }: { values: GeneralValues }) => (
  <Part title="Time and language">
    <Pair>
      <TextField
        name="timeZone"
        label="Time zone"
        hint="As in Europe/Berlin. The page's days begin and end in it."
        value={values.timeZone}
        suggestions={timeZones}
        spellCheck={false}
        required
      />
      <SelectField
        name="language"
        label="Language"
        hint="For visitors whose browser asks for none of these."
        choices={chosenLanguages(values.language)}
        value={values.language}
      />
    </Pair>
  </Part>
);

const History = ({ values }: { values: GeneralValues }) => (
  <Part title="History and uptime">
    <Pair>
      <SelectField
        name="historyDays"
        label="Days shown"
        hint="As bars, and what uptime is counted over."
        choices={chosenDays(values.historyDays)}
        value={String(values.historyDays)}
      />
      <TextField
        name="partialWeight"
        label="Weight of a partial outage"
        hint="From 0 to 1: 0.3 counts ten minutes of it as three minutes of downtime. The formula is shown on the page."
        value={String(values.partialWeight)}
        required
      />
    </Pair>
    <CheckboxField
      name="noindex"
      label="Ask search engines to leave this page out"
      hint="It is still open to everybody who has its address; who may see it is chosen under Visibility."
      checked={values.noindex}
    />
  </Part>
);

const Team = ({ values }: { values: GeneralValues }) => (
  <Part title="For the team">
    <Pair>
      <TextField
        name="nagHours"
        type="number"
        inputMode="numeric"
        label="Remind after, hours"
        hint="An open incident without an update for so long is told to the channels that want to know, and again each time. 0 = never."
        value={hours(values.nagMinutes)}
        required
      />
      <TextField
        name="deliveryDays"
        type="number"
        inputMode="numeric"
        label="Keep deliveries, days"
        hint="What tools sent, as it came: from 1 to 30 days, then it is deleted."
        value={String(values.deliveryDays)}
        required
      />
    </Pair>
  </Part>
);

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
    ["Remind after", values.nagMinutes === 0 ? "never" : `${hours(values.nagMinutes)} hours`],
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
