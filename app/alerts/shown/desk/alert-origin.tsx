import { Link } from "@remix-run/react";
import { useWords } from "../../desk/words/words";

export type AlertOriginLink = "source" | "monitor" | "heartbeat";

const places: Record<AlertOriginLink, string> = { source: "sources", monitor: "monitors", heartbeat: "heartbeats" };

export const alertOriginPath = (slug: string, family: AlertOriginLink, id: string): string =>
  `/manage/${slug}/${places[family]}/${id}`;

/** Returns the path of an alert's page. Real ids are hashes; only an id that someone typed can need escaping. */
export const alertPath = (slug: string, id: string): string => `/manage/${slug}/alerts/${encodeURIComponent(id)}`;

/** Query parameter of the new incident's form, which names the alert that the incident is about. */
export const alertParameter = "alert";

/** Returns the path of the form for a new incident, which is filled in from an alert if one is named. */
export const newIncidentPath = (slug: string, alertId?: string): string => {
  const form = `/manage/${slug}/incidents/new`;
  return alertId === undefined ? form : `${form}?${new URLSearchParams({ [alertParameter]: alertId })}`;
};

/** The cause of an alert: a monitor or heartbeat, or else the alert of a tool. */
export interface AlertCause {
  id: string;
  alertId: string;
  family: AlertOriginLink;
  name: string;
}

export const alertCausePath = (slug: string, { family, id, alertId }: AlertCause): string =>
  family === "source" ? alertPath(slug, alertId) : alertOriginPath(slug, family, id);

/**
 * Classes of a link within text: its target is 44 px high but does not make the line taller, however many lines it has.
 */
export const inlineLinkTargetClass = "-my-3 inline-block py-3";

interface AlertOriginProps {
  slug: string;
  /** Null when the sender was deleted. */
  family: AlertOriginLink | null;
  id: string;
  name: string | null;
}

export function AlertOriginLink({ slug, family, id, name }: AlertOriginProps) {
  const { t, say } = useWords();
  if (family === null || name === null) return <span>{t("fact.deleted")}</span>;
  const link = (
    <Link to={alertOriginPath(slug, family, id)} className={inlineLinkTargetClass}>
      <bdi>{name}</bdi>
    </Link>
  );
  return <span>{say(`fact.${family}`, { name: link })}</span>;
}
