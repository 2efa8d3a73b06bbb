import type { ComponentProps, ReactNode } from "react";
import { useMay } from "~/ui/frame/may";
import { ButtonLink } from "~/ui/parts/button";
import { Section } from "~/ui/parts/list";
import { Notice } from "~/ui/parts/notice";
import { useWords } from "../../desk/words/words";
import type { UnassignedReason } from "../../rules/assigned";
import { AlertList } from "./alert-list";

type Listed = ComponentProps<typeof AlertList>["alerts"][number] & {
  /** Null = it does not fire. */
  assigned: { unassigned: UnassignedReason | null } | null;
};

interface OwnAlertsProps extends Pick<ComponentProps<typeof AlertList>, "slug"> {
  alerts: Listed[];
  title: string;
  /** Whose they are: each stands on its page, and is not named again. */
  of: string;
  /** Said where there is none. */
  none: string;
  /** Below the list. */
  children?: ReactNode;
}

/** One that fires is on no component: they are chosen below, where this monitor or heartbeat is changed. */
function OfNobody({ alerts }: Pick<OwnAlertsProps, "alerts">) {
  const { t } = useWords();
  const admin = useMay("admin");
  const found = alerts.find(({ assigned }) => assigned?.unassigned);
  if (!found?.assigned?.unassigned) return null;
  return (
    <Notice tone={found.severity === "critical" ? "danger" : "warning"}>
      <p className="font-semibold">{t("unassigned.tag")}</p>
      <p>{t(`unassigned.${found.assigned.unassigned}`)}</p>
      {admin ? (
        <div className="mt-2">
          <ButtonLink to="#change">{t("unassigned.choose")}</ButtonLink>
        </div>
      ) : null}
    </Notice>
  );
}

/** On the page of a monitor or heartbeat: what it raised. */
export function OwnAlerts({ alerts, slug, title, of, none, children }: OwnAlertsProps) {
  const responder = useMay("responder");
  return (
    <Section title={title}>
      <OfNobody alerts={alerts} />
      {alerts.length === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        <AlertList alerts={alerts} slug={slug} editable={responder} within={of} />
      )}
      {children}
    </Section>
  );
}
