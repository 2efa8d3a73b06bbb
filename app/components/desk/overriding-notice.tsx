import { AlertTitleItems } from "~/alerts/shown/desk/alert-title-items";
import { WarningListBanner } from "~/ui/parts/notice";
import { useWordTable } from "~/ui/parts/words";
import type { readOverriddenStatusView } from "./overriding-view";
import { useWords } from "./words/words";

interface OverriddenNoticeProps {
  overridden: NonNullable<Awaited<ReturnType<typeof readOverriddenStatusView>>>;
  slug: string;
}

/** Shows which status visitors see instead of the one that a person set, and what causes it. */
export function OverriddenStatusBanner({ overridden: { status, layers, alerts }, slug }: OverriddenNoticeProps) {
  const { t } = useWords();
  const statuses = useWordTable("status");
  const layerWords = useWordTable("layer");
  const others = layers.filter((layer) => layer !== "observed" || alerts.length === 0);
  return (
    <WarningListBanner title={t("manual.overridden", { status: statuses[status] ?? status })}>
      <AlertTitleItems alerts={alerts} slug={slug} />
      {others.map((layer) => (
        <li key={layer}>{layerWords[layer]}</li>
      ))}
    </WarningListBanner>
  );
}
