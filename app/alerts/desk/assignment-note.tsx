import { useHasRole } from "~/ui/frame/may";
import { ButtonLink } from "~/ui/parts/button";
import { Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { AgoText, ClockText, TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { ChosenAssignment } from "../read";
import type { AlertOriginLink } from "../shown/desk/alert-origin";
import { alertOriginPath } from "../shown/desk/alert-origin";
import { UnassignedAlertButton } from "../shown/desk/unassigned-alerts";
import { useWords } from "./words/words";

interface AlertAssignmentNoteProps {
  assigned: ChosenAssignment;
  alert: { id: string; sourceId: string; family: AlertOriginLink | null; severity: string | null };
  slug: string;
}

/** Shows whom the alert reaches, or why it reaches no one and until when. */
function Told({ told, maintenance, failedTries }: ChosenAssignment) {
  const { t, say } = useWords();
  switch (told.state) {
    case "holding":
      return <p>{say("assigned.holding", { time: <ClockText at={told.until} /> })}</p>;
    case "quiet_hours":
      return <p>{say("assigned.quiet_hours", { time: <ClockText at={told.until} /> })}</p>;
    case "muted":
      return <p>{say(`assigned.muted_${told.by}`, { time: <TimeText at={told.until} /> })}</p>;
    case "maintenance":
      if (maintenance === null) return null;
      return (
        <p>
          {say("assigned.maintenance", {
            title: <bdi>{maintenance.title}</bdi>,
            time: <TimeText at={maintenance.until} />,
          })}
        </p>
      );
    case "nobody":
      return <p className="font-medium text-danger">{t(`assigned.${told.why}`)}</p>;
    case "told":
      if (failedTries > 0)
        return <p className="font-medium text-danger">{t("assigned.undelivered", { count: failedTries })}</p>;
      return <p>{t("assigned.told")}</p>;
    default:
      return <p>{t(`assigned.${told.state}`)}</p>;
  }
}

/** Links to where a recipient is added when the alert reaches no one: to what is missing, if the viewer may add it. */
function AddSomeone({ assigned: { told }, slug }: Pick<AlertAssignmentNoteProps, "assigned" | "slug">) {
  const { t } = useWords();
  const { operator } = useViewer();
  const admin = useHasRole("admin");
  if (told.state !== "nobody") return null;
  const byOperator = {
    no_mailer: "/manage/deployment/mailers/new",
    mail_fails: "/manage/deployment",
    no_address: null,
  };
  const own = told.why === "no_address" ? "/manage/account#address" : operator ? byOperator[told.why] : null;
  const to = own ?? (admin ? `/manage/${slug}/channels/new` : null);
  return to === null ? null : <ButtonLink to={to}>{t("assigned.add")}</ButtonLink>;
}

/** Links to the rule whose mode notifies no one. */
function RuleLink({ assigned: { told, rule }, alert, slug }: AlertAssignmentNoteProps) {
  const { t } = useWords();
  if (told.state !== "not_notified" || rule === null || alert.family === null) return null;
  const origin = alertOriginPath(slug, alert.family, alert.sourceId);
  const to = alert.family === "source" && !rule.catchAll ? `${origin}/rules/${rule.id}` : origin;
  return <ButtonLink to={to}>{t("assigned.rule")}</ButtonLink>;
}

/**
 * Shows whether a firing alert reaches a component and a person, whose choice prevents it, and the button that helps.
 */
export function AlertAssignmentSection(props: AlertAssignmentNoteProps) {
  const { assigned, alert, slug } = props;
  const { t, say } = useWords();
  const { unassigned, rule, by } = assigned;
  return (
    <Section title={t("assigned.title")}>
      {unassigned === null ? null : (
        <NoticeBanner tone={alert.severity === "critical" ? "danger" : "warning"}>
          <p className="font-semibold">{t("unassigned.tag")}</p>
          <p>{t(`unassigned.${unassigned}`)}</p>
          <div className="mt-2">
            <UnassignedAlertButton
              slug={slug}
              reason={unassigned}
              family={alert.family}
              sourceId={alert.sourceId}
              ruleId={rule?.id ?? null}
              alertId={alert.id}
              look="primary"
            />
          </div>
        </NoticeBanner>
      )}
      <div className="grid justify-items-start gap-2">
        <Told {...assigned} />
        {by?.name ? (
          <p className="text-soft">{say("assigned.by", { name: <bdi>{by.name}</bdi>, ago: <AgoText at={by.at} /> })}</p>
        ) : null}
        <AddSomeone assigned={assigned} slug={slug} />
        <RuleLink {...props} />
      </div>
    </Section>
  );
}
