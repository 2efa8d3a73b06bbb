import { Link } from "@remix-run/react";
import { useWords } from "./words";

export type AlertOrigin = "source" | "monitor" | "heartbeat";

const places: Record<AlertOrigin, string> = { source: "sources", monitor: "monitors", heartbeat: "heartbeats" };

/** The page of a source, monitor or heartbeat. */
export const originPath = (slug: string, family: AlertOrigin, id: string): string =>
  `/manage/${slug}/${places[family]}/${id}`;

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
