import type { ComponentProps } from "react";
import { UnassignedAlertsBanner } from "~/alerts/shown/desk/unassigned-alerts";
import { UnopenableSecretsBanner, WrongSecretBanner } from "~/deployment/desk/sealed-parts";
import { FailedNoticesBanner, MailBanner } from "~/outbox/desk/mail-banner";
import { Fold } from "~/ui/parts/list";
import { UnreachedRecipientsBanner } from "./unheard-notice";
import { TeamUnreachedBanner } from "./unreached-notice";
import { useWords } from "./words/words";

type TeamReachNoticesProps = ComponentProps<typeof TeamUnreachedBanner> &
  Pick<ComponentProps<typeof UnreachedRecipientsBanner>, "reach"> & {
    /** True to show a single line that can be expanded. */
    folded: boolean;
  };

/** Warns whom of the team nothing reaches: no one, or a recipient of the escalation policy. */
function TeamReachNotices({ why, untried, reach, slug, folded }: TeamReachNoticesProps) {
  const { t } = useWords();
  const notices = (
    <>
      <TeamUnreachedBanner why={why} untried={untried} slug={slug} />
      <UnreachedRecipientsBanner reach={reach} slug={slug} />
    </>
  );
  if (!folded) return notices;
  if (why !== null)
    return (
      <Fold title={t("reach.title")} danger>
        {notices}
      </Fold>
    );
  if (untried) return <Fold title={t("reach.untried")}>{notices}</Fold>;
  return reach ? (
    <Fold title={t(reach.nobody ? "policy.nobody" : "policy.some")} danger={reach.nobody}>
      {notices}
    </Fold>
  ) : null;
}

interface NowWarningsProps {
  data: {
    slug: string;
    unassigned: ComponentProps<typeof UnassignedAlertsBanner>["groups"];
    unreached: ComponentProps<typeof TeamUnreachedBanner>["why"];
    untried: boolean;
    escalation: ComponentProps<typeof UnreachedRecipientsBanner>["reach"];
    mail: ComponentProps<typeof MailBanner>["mail"];
    wrongSecret: boolean;
    sealedAway: ComponentProps<typeof UnopenableSecretsBanner>["things"];
  };
  /**
   * True if alerts are firing. Recipients who cannot be reached are then shown as a single line that can be expanded.
   */
  folded?: boolean;
}

/** Shows who and what goes unnoticed, and what is wrong with Upfront itself. */
export function NowWarnings({ data, folded = false }: NowWarningsProps) {
  const { slug, mail } = data;
  const outbox = `/manage/${slug}/outbox`;
  return (
    <>
      <UnassignedAlertsBanner groups={data.unassigned} slug={slug} />
      <TeamReachNotices
        why={data.unreached}
        untried={data.untried}
        reach={data.escalation}
        slug={slug}
        folded={folded}
      />
      <MailBanner mail={mail} outbox={outbox} />
      <FailedNoticesBanner mail={mail} outbox={outbox} />
      {data.wrongSecret ? <WrongSecretBanner /> : null}
      <UnopenableSecretsBanner things={data.sealedAway} slug={slug} />
    </>
  );
}
