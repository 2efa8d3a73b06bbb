import type { RunningVersionView } from "../version";
import { BlockedNetworkAddressesSection } from "./not-allowed-part";
import { useWords } from "./words/words";

/** Shows the running version, and what an upgrade alone refuses or turns grey or red here, with the remedy of each. */
export function VersionSection({ version, changes, outOfReach }: RunningVersionView) {
  const { t } = useWords();
  const versions = [...new Set(changes.map(({ since }) => since))];
  return (
    <div className="grid min-w-0 gap-3">
      <p>{t("changes.running", { version })}</p>
      <BlockedNetworkAddressesSection {...outOfReach} />
      {versions.length === 0 ? <p className="text-soft">{t("changes.none")}</p> : null}
      {versions.map((since) => (
        <div key={since} className="grid gap-1">
          <h3 className="font-medium">{t("changes.since", { version: since })}</h3>
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
        </div>
      ))}
    </div>
  );
}
