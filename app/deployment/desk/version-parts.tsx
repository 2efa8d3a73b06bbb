import { Fold } from "~/ui/parts/list";
import type { RunningVersionView } from "../version";
import { useWords } from "./words/words";

/** Shows the running version; folded by version, what an upgrade alone refuses or turns grey or red, with its remedy. */
export function VersionSection({ version, changes }: Pick<RunningVersionView, "version" | "changes">) {
  const { t } = useWords();
  const versions = [...new Set(changes.map(({ since }) => since))];
  return (
    <div className="grid min-w-0 gap-3">
      <p>{t("changes.running", { version })}</p>
      {versions.length === 0 ? <p className="text-soft">{t("changes.none")}</p> : null}
      {versions.map((since) => (
        <Fold key={since} title={t("changes.since", { version: since })}>
          <ul className="grid list-disc gap-1 ps-5 wrap-anywhere">
            {changes
              .filter((change) => change.since === since)
              .map(({ key }) => (
                <li key={key}>
                  <p>{t(`changes.${key}`)}</p>
                  <p className="text-soft">{t(`changes.${key}_back`)}</p>
                </li>
              ))}
          </ul>
        </Fold>
      ))}
    </div>
  );
}
