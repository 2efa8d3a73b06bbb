import { useHasRole } from "~/ui/frame/may";
import { ButtonLink } from "~/ui/parts/button";
import { Link } from "~/ui/parts/link";
import { ListRowDetail } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { AgoText } from "~/ui/parts/time-text";
import { useWords } from "../../desk/words/words";
import type { UnassignedReason } from "../../rules/alert-assignment";
import type { UnassignedAlertGroup } from "../../rules/unassigned-groups";
import { type AlertOriginLink, alertOriginPath, alertPath, inlineLinkTargetClass } from "./alert-origin";

/** Firing alerts of one source that no component shows, all for the same reason, with the title of one of them. */
export type UnassignedAlertGroupView = UnassignedAlertGroup<{
  id: string;
  title: string;
  family: AlertOriginLink | null;
  sourceName: string | null;
}>;

interface UnassignedAlertRemedyProps {
  slug: string;
  reason: UnassignedReason;
  /** Null when it is gone: then nothing can be mended. */
  family: AlertOriginLink | null;
  sourceId: string;
  ruleId: string | null;
  alertId: string;
  look?: "primary" | "quiet";
}

/**
 * Returns the page on which its components are chosen: a new rule filled in from the alert, the matching rule, or the
 * monitor's form.
 */
function mendPath({ slug, reason, family, sourceId, ruleId, alertId }: UnassignedAlertRemedyProps): string | null {
  if (family === null) return null;
  const origin = alertOriginPath(slug, family, sourceId);
  if (family !== "source") return origin;
  if (reason === "no_rule") return `${origin}/rules/new?alert=${encodeURIComponent(alertId)}`;
  return ruleId === null ? origin : `${origin}/rules/${ruleId}`;
}

/** Shows the button of the one action that helps, to people who may change rules. */
export function UnassignedAlertButton(props: UnassignedAlertRemedyProps) {
  const { t } = useWords();
  const to = mendPath(props);
  if (!useHasRole("admin") || to === null) return null;
  return (
    <ButtonLink to={to} look={props.look ?? "quiet"}>
      {t(props.reason === "no_rule" && props.family === "source" ? "unassigned.create" : "unassigned.choose")}
    </ButtonLink>
  );
}

function Group({ group, slug, within }: { group: UnassignedAlertGroupView; slug: string; within: string | undefined }) {
  const { t, number } = useWords();
  const { alert, sourceId, reason, ruleId, count } = group;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-60">
        <Link to={alertPath(slug, alert.id)} className={`${inlineLinkTargetClass} font-medium wrap-anywhere`}>
          <bdi>{alert.title}</bdi>
        </Link>
        <ListRowDetail>
          {count > 1 ? <span>{t("unassigned.more", { number: number(count - 1) })}</span> : null}
          {within === sourceId || alert.sourceName === null ? null : <bdi>{alert.sourceName}</bdi>}
          <span>{t(`unassigned.${reason}`)}</span>
          <AgoText at={group.since} />
        </ListRowDetail>
      </div>
      <UnassignedAlertButton
        slug={slug}
        reason={reason}
        family={alert.family}
        sourceId={sourceId}
        ruleId={ruleId}
        alertId={alert.id}
      />
    </li>
  );
}

/** Most groups listed; the total counts all of them. */
const maxGroupsListed = 5;

/**
 * Lists firing alerts that affect no component, in red when one is critical. `within` is the source on whose page the
 * list is shown.
 */
export function UnassignedAlertsBanner({
  groups,
  slug,
  within,
}: {
  groups: UnassignedAlertGroupView[];
  slug: string;
  within?: string;
}) {
  const { t, number } = useWords();
  if (groups.length === 0) return null;
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isCritical = groups.some(({ critical }) => critical);
  return (
    <NoticeBanner tone={isCritical ? "danger" : "warning"}>
      <p className={`font-semibold ${isCritical ? "text-danger" : ""}`}>
        {t("unassigned.title", { number: number(total) })}
      </p>
      <ul className="grid gap-2">
        {groups.slice(0, maxGroupsListed).map((group) => (
          <Group key={`${group.sourceId} ${group.reason}`} group={group} slug={slug} within={within} />
        ))}
      </ul>
    </NoticeBanner>
  );
}
