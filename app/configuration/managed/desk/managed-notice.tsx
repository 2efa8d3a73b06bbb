import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { NoticeBanner } from "~/ui/parts/notice";
import type { ManagingFile } from "../managed-thing";
import { takeOverFormName } from "./take-over-name";
import { useWords } from "./words/words";

/** Says which files manage a thing, and which fields, with the choice to take it over; nothing when none does. */
export function ManagedNotice({ files }: { files: readonly ManagingFile[] }) {
  const { t, say, list } = useWords();
  const admin = useHasRole("admin");
  if (files.length === 0) return null;
  return (
    <NoticeBanner tone="warning">
      {files.map(({ file, fields }) => (
        <div key={file}>
          <p className="font-medium">{say("notice.by", { file: <bdi>{file}</bdi> })}</p>
          <p className="wrap-anywhere">{t("notice.fields", { fields: list(fields) })}</p>
        </div>
      ))}
      <p>{t("notice.drift")}</p>
      {admin ? (
        <ButtonForm name={takeOverFormName}>
          <Button>{t("notice.take_over")}</Button>
        </ButtonForm>
      ) : null}
    </NoticeBanner>
  );
}
