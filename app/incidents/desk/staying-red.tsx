import type { Status } from "~/status/status";
import { WarningList } from "~/ui/parts/notice";
import { useWordTable } from "~/ui/parts/words";
import { useWords } from "./words/words";

/** A component that stays red after resolving, with the layers that hold it. */
export interface StillRedComponentItem {
  name: string;
  status: Status;
  layers: string[];
  /** Titles of the alerts that hold it, if any. */
  alerts: string[];
}

/** Returns what holds it: alerts by their titles, other layers by their names. */
const causesOf = ({ layers, alerts }: StillRedComponentItem, words: Readonly<Record<string, string>>): string[] =>
  layers.flatMap((layer) => (layer === "observed" && alerts.length > 0 ? alerts : [words[layer] ?? layer]));

/** Shows what resolving does to the components; visible while Resolved is chosen. */
export function ResolveEffectList({ list }: { list: StillRedComponentItem[] }) {
  const { t, say, list: listed } = useWords();
  const statuses = useWordTable("status");
  const layers = useWordTable("layer");
  if (list.length === 0) return <p className="text-soft">{t("update.returns")}</p>;
  return (
    <WarningList title={t("update.stays_red")}>
      {list.map((each) => (
        <li key={each.name}>
          {say("update.stays_red_because", {
            component: <bdi>{each.name}</bdi>,
            status: statuses[each.status],
            causes: listed(causesOf(each, layers)),
          })}
        </li>
      ))}
    </WarningList>
  );
}
