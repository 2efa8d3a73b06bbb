import { Button, ButtonLink, DefaultSubmitButton } from "~/ui/parts/button";
import { fieldRowClass, SelectField, TextField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { Card, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import type { ImportView } from "../read";
import { importConflictChoices } from "../rules/import-facts";
import type { ImportCountsByNoun } from "../rules/import-job";
import { ImportCountsTable } from "./import-counts";
import { CancelImportButton } from "./import-progress";
import { importCountsRowOf, isImportEmpty, nonEmptyImportNouns } from "./import-texts";
import { ImportUptimeSection } from "./import-uptime";
import { useWords } from "./words/words";

/** Name of the form with the choices of a preview. */
const choicesFormName = "choices";

interface PreviewProps {
  view: ImportView;
  counts: ImportCountsByNoun;
  here: string;
  /** The chosen start of manually kept components, as a date in the page's zone; empty = none. */
  start: string;
  timeZones: readonly string[];
}

/** Asks for all names that are already here at once; a link leads to them one by one. */
function ConflictField({ view, counts, here }: PreviewProps) {
  const { t } = useWords();
  if (view.openConflicts === 0) return null;
  const choices = [
    { value: "", label: t("preview.open") },
    ...importConflictChoices.map((value) => ({ value, label: t(`preview.${value}`) })),
  ];
  const [first] = nonEmptyImportNouns(counts).filter((noun) => importCountsRowOf(counts[noun]).conflict > 0);
  return (
    <NoticeBanner tone="warning">
      <div className="grid gap-3">
        <h3 className="font-semibold">{t("preview.conflicts", { number: view.openConflicts })}</h3>
        <p>{t("preview.conflicts_about")}</p>
        <div className="max-w-md">
          <SelectField name="conflict" label={t("preview.conflicts_all")} choices={choices} />
        </div>
        {first ? (
          <p>
            <ButtonLink to={`${here}/things/${first}?only=conflict`}>{t("preview.conflicts_each")}</ButtonLink>
          </p>
        ) : null}
      </div>
    </NoticeBanner>
  );
}

/** Choices where the product says nothing: the page's zone, and since when components are counted. */
function MissingFacts({ view, counts, start, timeZones }: PreviewProps) {
  const { t } = useWords();
  const nouns = nonEmptyImportNouns(counts);
  if (!nouns.includes("page") && !nouns.includes("component")) return null;
  return (
    <Card>
      <div className={fieldRowClass}>
        {nouns.includes("page") ? (
          <TextField
            name="timeZone"
            label={t("preview.zone")}
            hint={t("preview.zone_hint")}
            value={view.choices.timeZone ?? ""}
            suggestions={timeZones}
            autoComplete="off"
            spellCheck="false"
          />
        ) : null}
        {nouns.includes("component") ? (
          <TextField name="start" type="date" label={t("preview.start")} hint={t("preview.start_hint")} value={start} />
        ) : null}
      </div>
    </Card>
  );
}

/** Saves the choices, or applies what the preview shows. */
function PreviewButtons({ view, counts }: Pick<PreviewProps, "view" | "counts">) {
  const { t } = useWords();
  const isEmpty = isImportEmpty(counts);
  return (
    <div className="grid gap-3">
      {isEmpty ? <p className="font-medium">{t("preview.same")}</p> : null}
      {view.daysNeeded !== null && view.daysNeeded > 1 ? <p>{t("preview.days", { days: view.daysNeeded })}</p> : null}
      <div className="flex flex-wrap gap-3">
        {isEmpty || view.openConflicts > 0 ? null : (
          <Button look="primary" name="intent" value="apply">
            {t("preview.apply")}
          </Button>
        )}
        <Button name="intent" value="choose">
          {t("preview.save")}
        </Button>
      </div>
    </div>
  );
}

/** The preview of an import, in which a person chooses what comes. */
export function ImportPreviewSection(props: PreviewProps) {
  const { view, counts, here } = props;
  const { t } = useWords();
  const isConflict = useFormState(choicesFormName)?.conflict ?? false;
  return (
    <>
      <p className="max-w-prose">{t("preview.about")}</p>
      <ButtonConflictSection forms={[choicesFormName]} version={view.version} keepTo={here} />
      {isConflict ? null : (
        <PostForm
          name={choicesFormName}
          version={view.version}
          hidden={{ shown: nonEmptyImportNouns(counts).join(" ") }}
          className="grid grid-cols-1 gap-5"
        >
          <DefaultSubmitButton name="intent" value="choose" />
          <ConflictField {...props} />
          <Section title={t("preview.what")}>
            <ImportCountsTable
              label={t("preview.what")}
              counts={counts}
              here={here}
              unticked={view.choices.untickedNouns}
            />
          </Section>
          <ImportUptimeSection view={view} />
          <MissingFacts {...props} />
          <PreviewButtons view={view} counts={counts} />
        </PostForm>
      )}
      <CancelImportButton />
    </>
  );
}
