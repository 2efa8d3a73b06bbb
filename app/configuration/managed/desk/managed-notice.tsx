import { useLocation } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { LineFold } from "~/ui/parts/list";
import type { ManagingFile } from "../managed-thing";
import { takeOverFormName } from "./take-over-name";
import { useWords } from "./words/words";

interface ManagedNoticeProps {
  files: readonly ManagingFile[];
  /** Path of the form that takes a thing over. */
  action: string;
}

/** One thing with the files that manage it, and the choice to take it over. */
function ManagedThing({ files, action }: ManagedNoticeProps) {
  const { t, say, list } = useWords();
  const { pathname } = useLocation();
  const { id = "", only = null } = files[0] ?? {};
  const field: Record<string, string> = only === null ? {} : { field: only };
  return (
    <div className="grid justify-items-start gap-2">
      {files.map(({ file, key, fields }) => (
        <p key={`${file} ${key}`} className="wrap-anywhere">
          {say("notice.fields", { key: <bdi>{key}</bdi>, file: <bdi>{file}</bdi>, fields: list(fields) })}
        </p>
      ))}
      <ButtonForm name={takeOverFormName} action={action} hidden={{ id, from: pathname, ...field }}>
        <Button>{t("notice.take_over")}</Button>
      </ButtonForm>
    </div>
  );
}

/** Says which files manage what the page is about, and which fields; nothing when none does. */
export function ManagedByFilesBanner({ files, action }: ManagedNoticeProps) {
  const { t, list } = useWords();
  if (files.length === 0) return null;
  const names = [...new Set(files.map(({ file }) => file))];
  return (
    <LineFold title={t("notice.by", { file: list(names) })}>
      <div className="grid gap-4 pb-3">
        <p className="max-w-prose">{t("notice.drift")}</p>
        {[...Map.groupBy(files, ({ id }) => id)].map(([id, own]) => (
          <ManagedThing key={id} files={own} action={action} />
        ))}
      </div>
    </LineFold>
  );
}
