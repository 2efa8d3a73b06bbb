import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { UnreachedPolicyRecipients } from "~/pages/policy-reach";
import { useHasRole } from "~/ui/frame/may";
import { Link } from "~/ui/parts/link";
import { NoticeBanner } from "~/ui/parts/notice";
import { useWords } from "./words/words";

type UnreachedPolicyLine = UnreachedPolicyRecipients["unheard"][number];

/** Returns the page where the problem is mended; "" for the policy itself. */
const placeOf = ({ reason, id }: UnreachedPolicyLine): string => {
  if (reason === "channel_off") return `channels/${id}`;
  return reason === "person_viewer" || reason === "person_unreachable" ? "people" : "";
};

function UnheardLine({ line, slug }: { line: UnreachedPolicyLine; slug: string }) {
  const { t, say } = useWords();
  const { reason, name, count } = line;
  if (reason === "channel_gone" || reason === "person_gone") return <li>{t(`policy.${reason}`, { count })}</li>;
  const place = placeOf(line);
  const named =
    place === "" ? (
      <bdi>{name}</bdi>
    ) : (
      <Link to={`/manage/${slug}/${place}`} className={inlineLinkTargetClass}>
        <bdi>{name}</bdi>
      </Link>
    );
  return <li>{say(`policy.${reason}`, { name: named })}</li>;
}

interface UnreachedRecipientsProps {
  reach: UnreachedPolicyRecipients | null;
  slug: string;
  /** True when it is shown above the policy's own form. */
  here?: boolean;
}

/** Lists recipients of the escalation policy that are no longer reached, and how that is mended. */
export function UnreachedRecipientsBanner({ reach, slug, here = false }: UnreachedRecipientsProps) {
  const { t } = useWords();
  const admin = useHasRole("admin");
  if (reach === null) return null;
  return (
    <NoticeBanner tone={reach.nobody ? "danger" : "warning"}>
      <p className="font-semibold">{t(reach.nobody ? "policy.nobody" : "policy.some")}</p>
      <ul className="list-disc ps-5">
        {reach.unheard.map((line) => (
          <UnheardLine key={`${line.reason} ${line.id}`} line={line} slug={slug} />
        ))}
      </ul>
      {here ? <p>{t("policy.mend_here")}</p> : null}
      {admin && !here ? (
        <p>
          <Link to={`/manage/${slug}/settings/escalation`} className={inlineLinkTargetClass}>
            {t("policy.mend")}
          </Link>
        </p>
      ) : null}
    </NoticeBanner>
  );
}
