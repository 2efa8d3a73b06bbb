import { Link } from "@remix-run/react";
import { useWords } from "../../desk/words/words";

export type AlertOrigin = "source" | "monitor" | "heartbeat";

const places: Record<AlertOrigin, string> = { source: "sources", monitor: "monitors", heartbeat: "heartbeats" };

/** The page of a source, monitor or heartbeat. */
export const originPath = (slug: string, family: AlertOrigin, id: string): string =>
  `/manage/${slug}/${places[family]}/${id}`;

/** Ids hold a hash; nothing in them needs to be escaped but what a stranger might have typed. */
export const alertPath = (slug: string, id: string): string => `/manage/${slug}/alerts/${encodeURIComponent(id)}`;

/** What something fires because of: a monitor or heartbeat, else the alert of a tool. */
export interface Cause {
  id: string;
  alertId: string;
  family: AlertOrigin;
  name: string;
}

/** Where that is looked at. */
export const causePath = (slug: string, { family, id, alertId }: Cause): string =>
  family === "source" ? alertPath(slug, alertId) : originPath(slug, family, id);

/** A link within small words: 44 px to press that make the line no taller, however many lines it has. */
export const target = "-my-3 inline-block py-3";

interface AlertOriginProps {
  slug: string;
  /** Null when it is gone. */
  family: AlertOrigin | null;
  id: string;
  name: string | null;
}

/** What an alert comes from, with the way there. */
export function AlertOrigin({ slug, family, id, name }: AlertOriginProps) {
  const { t, say } = useWords();
  if (family === null || name === null) return <span>{t("fact.deleted")}</span>;
  const link = (
    <Link to={originPath(slug, family, id)} className={target}>
      <bdi>{name}</bdi>
    </Link>
  );
  return <span>{say(`fact.${family}`, { name: link })}</span>;
}
