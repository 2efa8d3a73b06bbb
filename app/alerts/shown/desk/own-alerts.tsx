import type { ComponentProps, ReactNode } from "react";
import { useHasRole } from "~/ui/frame/may";
import { ButtonLink } from "~/ui/parts/button";
import { Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { useWords } from "../../desk/words/words";
import type { UnassignedReason } from "../../rules/alert-assignment";
import { AlertsPanel } from "./alert-list";

type ObserverAlert = ComponentProps<typeof AlertsPanel>["alerts"][number] & {
  /** Null when it does not fire. */
  assigned: { unassigned: UnassignedReason | null } | null;
};

interface ObserverAlertListProps extends Pick<ComponentProps<typeof AlertsPanel>, "slug"> {
  alerts: ObserverAlert[];
  title: string;
  /** Name of the monitor or heartbeat whose page this is, which the rows do not repeat. */
  of: string;
  /** Text shown when there are none. */
  none: string;
  /** Content below the list. */
  children?: ReactNode;
}

/**
 * Warns that an alert that fires affects no component; these are chosen below, in the monitor's or heartbeat's form.
 */
function OfNobody({ alerts }: Pick<ObserverAlertListProps, "alerts">) {
  const { t } = useWords();
  const admin = useHasRole("admin");
  const found = alerts.find(({ assigned }) => assigned?.unassigned);
  if (!found?.assigned?.unassigned) return null;
  return (
    <NoticeBanner tone={found.severity === "critical" ? "danger" : "warning"}>
      <p className="font-semibold">{t("unassigned.tag")}</p>
      <p>{t(`unassigned.${found.assigned.unassigned}`)}</p>
      {admin ? (
        <div className="mt-2">
          <ButtonLink to="#change">{t("unassigned.choose")}</ButtonLink>
        </div>
      ) : null}
    </NoticeBanner>
  );
}

/** Lists the alerts of a monitor or heartbeat on its page. */
export function ObserverAlertsSection({ alerts, slug, title, of, none, children }: ObserverAlertListProps) {
  const responder = useHasRole("responder");
  return (
    <Section title={title}>
      <OfNobody alerts={alerts} />
      {alerts.length === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        <AlertsPanel alerts={alerts} slug={slug} editable={responder} within={of} />
      )}
      {children}
    </Section>
  );
}
