import { alertPath } from "~/alerts/shown/desk/alert-origin";
import { type Status, statusRank } from "~/status/status";
import { Link } from "~/ui/parts/link";
import { WarningListBanner } from "~/ui/parts/notice";
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

/** Lists components that are red without the incident, and what holds each. */
function StillRedList({ title, list }: { title: string; list: readonly StillRedComponentItem[] }) {
  const { say, list: listed } = useWords();
  const statuses = useWordTable("status");
  const layers = useWordTable("layer");
  return (
    <WarningListBanner title={title}>
      {list.map((each) => (
        <li key={each.name}>
          {say("update.stays_red_because", {
            component: <bdi>{each.name}</bdi>,
            status: statuses[each.status],
            causes: listed(causesOf(each, layers)),
          })}
        </li>
      ))}
    </WarningListBanner>
  );
}

/** Shows what resolving does to the components; visible while Resolved is chosen. */
export function ResolveEffectBanner({ list }: { list: StillRedComponentItem[] }) {
  const { t } = useWords();
  if (list.length === 0) return <p className="text-soft">{t("update.returns")}</p>;
  return <StillRedList title={t("update.stays_red")} list={list} />;
}

/** Shows, directly after an incident was resolved, which of its components still have a bad status. */
export function HeldAfterResolvingBanner({ list }: { list: readonly StillRedComponentItem[] }) {
  const { t } = useWords();
  return list.length === 0 ? null : <StillRedList title={t("update.stayed_red")} list={list} />;
}

interface HeldComponentItem extends StillRedComponentItem {
  id: string;
  /** The alerts that hold it. */
  holders: { id: string; title: string }[];
}

interface HeldAboveProps {
  list: HeldComponentItem[];
  /** The statuses that the incident gives its components, by id. */
  given: Readonly<Record<string, Status>>;
  slug: string;
}

/** Says which components the page shows worse than this incident does, and links to the alerts that hold them. */
export function HeldAboveIncidentBanner({ list, given, slug }: HeldAboveProps) {
  const { t, say } = useWords();
  const statuses = useWordTable("status");
  const held = list
    .filter(({ id, status }) => statusRank(status) > statusRank(given[id] ?? "operational"))
    .flatMap((each) => each.holders.map((alert) => ({ ...each, alert })));
  if (held.length === 0) return null;
  return (
    <WarningListBanner title={t("update.held_title")}>
      {held.map(({ id, name, status, alert }) => (
        <li key={`${id} ${alert.id}`}>
          {say("update.held", {
            component: <bdi>{name}</bdi>,
            status: statuses[status],
            alert: (
              <Link to={alertPath(slug, alert.id)}>
                <bdi>{alert.title}</bdi>
              </Link>
            ),
          })}
        </li>
      ))}
    </WarningListBanner>
  );
}

interface HeldAfterDismissalProps {
  title: string;
  touched: readonly { id: string; name: string; effective: Status }[];
  staysRed: readonly StillRedComponentItem[];
}

/** Names what still holds the components of an open incident, right after one of its alerts was dismissed. */
export function HeldAfterDismissalBanner({ title, touched, staysRed }: HeldAfterDismissalProps) {
  const { t, say, list } = useWords();
  const held = touched.filter(({ effective }) => statusRank(effective) > 0);
  if (held.length === 0) return null;
  const alertsOf = (name: string) => staysRed.find((each) => each.name === name)?.alerts ?? [];
  return (
    <WarningListBanner title={t("update.holds_title")}>
      {held.map(({ id, name }) => (
        <li key={id}>
          {say("update.holds", { component: <bdi>{name}</bdi>, causes: list([title, ...alertsOf(name)]) })}
        </li>
      ))}
    </WarningListBanner>
  );
}
