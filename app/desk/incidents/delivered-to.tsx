import { Link } from "@remix-run/react";
import type { Delivered } from "~/rules/telling/delivered";
import { target } from "../alerts/alert-origin";
import { LineFold } from "../parts/list";
import { useWords } from "./words";

interface DeliveredToProps {
  delivered: Delivered | undefined;
  /** Subscribers were to be notified of it. */
  told: boolean;
  slug: string;
}

/** How many an update reached; by which way and with the way to the outbox when it is unfolded. */
export function DeliveredTo({ delivered, told, slug }: DeliveredToProps) {
  const { t } = useWords();
  if (!told) return <p className="text-sm text-soft">{t("delivery.silent")}</p>;
  if (!delivered) return null;
  const { sent, recipients, isOver, parts } = delivered;
  const total = recipients > 0 ? t("delivery.reached", { sent, recipients }) : t("delivery.nobody");
  return (
    <LineFold title={isOver || recipients > 0 ? total : t("delivery.sending")}>
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <Link to={`/manage/${slug}/outbox/${part.id}`} className={target}>
              {t("delivery.part", {
                way: t(`delivery.${part.way ?? "email"}`),
                sent: part.sent,
                recipients: part.recipients,
              })}
            </Link>
          </li>
        ))}
      </ul>
    </LineFold>
  );
}
