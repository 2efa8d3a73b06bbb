import { Link } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { WarningListBanner } from "~/ui/parts/notice";
import { monitorVerdictText } from "./monitor-words";
import { useWords } from "./words/words";

/** A monitor's result that an upgrade reads differently. */
export interface UpgradeDifferenceView {
  from: string;
  to: string;
  detail: string;
}

/** “Up before the upgrade, now Unknown: …” */
export function UpgradeDifferenceText({ from, to, detail }: UpgradeDifferenceView) {
  const words = useWords();
  const was = from === "new" ? words.t("state.new") : monitorVerdictText(words, from);
  const is = to === "none" ? words.t("verdict.unknown") : monitorVerdictText(words, to);
  return <>{words.say("reread.found", { was, is, why: <bdi>{detail}</bdi> })}</>;
}

/** Monitors whose results an upgrade reads differently, shown for a week. */
export function UpgradeDifferenceBanner({
  list,
  here,
}: {
  list: (UpgradeDifferenceView & { id: string; name: string })[];
  here: string;
}) {
  const { t } = useWords();
  if (list.length === 0) return null;
  return (
    <WarningListBanner title={t("reread.title")}>
      {list.map(({ id, name, ...found }) => (
        <li key={id}>
          <Link to={`${here}/${id}`} className={inlineLinkTargetClass}>
            <bdi>{name}</bdi>
          </Link>
          {" · "}
          <UpgradeDifferenceText {...found} />
        </li>
      ))}
    </WarningListBanner>
  );
}
