import type { Status } from "~/status/status";
import { WarningList } from "~/ui/parts/notice";
import { useTable } from "~/ui/parts/words";
import { useWords } from "./words/words";

/** A component that will not turn green by resolving, and whose doing that is. */
export interface StaysRed {
  name: string;
  status: Status;
  layers: string[];
}

/** What resolving does to the components; seen where Resolved is chosen. */
export function Returning({ list }: { list: StaysRed[] }) {
  const { t, say, list: listed } = useWords();
  const statuses = useTable("status");
  const layers = useTable("layer");
  if (list.length === 0) return <p className="text-soft">{t("update.returns")}</p>;
  return (
    <WarningList title={t("update.stays_red")}>
      {list.map((each) => (
        <li key={each.name}>
          {say("update.stays_red_because", {
            component: <bdi>{each.name}</bdi>,
            status: statuses[each.status],
            causes: listed(each.layers.map((layer) => layers[layer] ?? layer)),
          })}
        </li>
      ))}
    </WarningList>
  );
}
