import { Link } from "@remix-run/react";
import { useWords } from "../../desk/words/words";

export type AlertOriginLink = "source" | "monitor" | "heartbeat";

const places: Record<AlertOriginLink, string> = { source: "sources", monitor: "monitors", heartbeat: "heartbeats" };

export const alertOriginPath = (slug: string, family: AlertOriginLink, id: string): string =>
  `/manage/${slug}/${places[family]}/${id}`;

/** Returns an alert's page. An id holds a hash, so only a typed one can contain characters that need escaping. */
export const alertPath = (slug: string, id: string): string => `/manage/${slug}/alerts/${encodeURIComponent(id)}`;

/** Parameter of the form of a new incident: the alert that it is about. */
export const alertParameter = "alert";

/** Returns the form of a new incident, filled in from an alert if one is named. */
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

/** Classes of a link within text: a target of 44 px that does not make the line taller, however many lines it has. */
export const inlineLinkTargetClass = "-my-3 inline-block py-3";

interface AlertOriginProps {
  slug: string;
  /** Null when it is gone. */
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
