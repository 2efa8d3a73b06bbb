import { Button } from "~/ui/parts/button";
import { CheckboxField, FileField, TextArea, TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { Sentences } from "~/ui/parts/sentences";
import { originExtraPrefix } from "../rules/origin-extras";
import type { OriginFormDefinition } from "../rules/origin-forms";
import { CsvFields } from "./csv-fields";
import { useWords } from "./words/words";

/** Name of the form that starts an import. */
export const newImportFormName = "import-new";

interface ImportFormProps {
  form: OriginFormDefinition;
  /** URL of an earlier import that is run again. */
  url: string;
  /** Most megabytes of all files together. */
  most: number;
  /** The page's time zone. */
  timeZone: string;
  timeZones: readonly string[];
}

function KeyHint({ form: { title, key, keyPlace, keyRight } }: Pick<ImportFormProps, "form">) {
  const { t, say } = useWords();
  const where = (
    <bdi lang="en" className="font-medium">
      {keyPlace}
    </bdi>
  );
  return (
    <Sentences>
      {say("form.key_where", { product: title, where })}
      {t(`form.key_${keyRight}`)}
      {key === "possible" ? t("form.key_open") : null}
      {t("form.key_forgotten")}
    </Sentences>
  );
}

const literally = { autoComplete: "off", spellCheck: "false" } as const;

/** URL and key of what is read by requests. */
function AddressFields({ form, url }: Pick<ImportFormProps, "form" | "url">) {
  const { t } = useWords();
  const hasFiles = form.files.length > 0;
  return (
    <>
      {form.url === "none" ? null : (
        <TextField
          name="url"
          type="url"
          label={t("form.url")}
          hint={t("form.url_hint", { example: form.urlExample })}
          value={url}
          required={form.url === "needed" && !hasFiles}
          {...literally}
        />
      )}
      {form.key === "none" ? null : (
        <TextField
          name="key"
          type="password"
          label={t("form.key")}
          hint={<KeyHint form={form} />}
          required={form.key === "needed" && !hasFiles}
          data-secret
          {...literally}
        />
      )}
    </>
  );
}

/** Renders the fields that one origin needs beside files, URL and key. */
function ExtraFields({ form: { extra } }: Pick<ImportFormProps, "form">) {
  const { t } = useWords();
  switch (extra) {
    case "columns":
      return <CsvFields />;
    case "page":
      return (
        <TextField name={`${originExtraPrefix}page`} label={t("form.page")} hint={t("form.page_hint")} {...literally} />
      );
    case "version":
      return <CheckboxField name={`${originExtraPrefix}version`} label={t("form.version")} checked={false} />;
    case "variables":
      return (
        <TextArea
          name={`${originExtraPrefix}variables`}
          label={t("form.variables")}
          hint={t("form.variables_hint", { example: "TOKEN=abc" })}
          rows={3}
          data-secret
        />
      );
    default:
      return null;
  }
}

/** The form that starts an import, with the fields that its origin needs only. */
export function ImportForm({ form, url, most, timeZone, timeZones }: ImportFormProps) {
  const { t, list } = useWords();
  return (
    <PostForm name={newImportFormName} files={form.files.length > 0}>
      <Card>
        {form.files.length === 0 ? null : (
          <FileField
            name="files"
            label={t("form.files")}
            hint={t("form.files_hint", { files: list(form.fileNames), most })}
            accept={form.files.map(({ ending }) => ending).join(",")}
            multiple
          />
        )}
        <AddressFields form={form} url={url} />
        {form.asksTimeZone ? (
          <TextField
            name="timeZone"
            label={t("form.zone")}
            value={timeZone}
            suggestions={timeZones}
            required
            {...literally}
          />
        ) : null}
        <ExtraFields form={form} />
        <div>
          <Button look="primary">{t("form.button")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}
