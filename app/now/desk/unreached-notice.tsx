import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { useHasRole } from "~/ui/frame/may";
import { Link } from "~/ui/parts/link";
import { NoticeBanner } from "~/ui/parts/notice";
import { useViewer } from "~/ui/parts/viewer";
import type { NowView } from "../now-view";
import { useWords } from "./words/words";

interface TeamUnreachedProps extends Pick<NowView, "untried"> {
  why: NowView["unreached"];
  slug: string;
}

/** Says that the channels, which alone would reach the team, were never tried. */
function UntriedChannelsNotice({ slug }: { slug: string }) {
  const { t } = useWords();
  return (
    <NoticeBanner tone="warning">
      <p>{t("reach.untried")}</p>
      <p>
        <Link to={`/manage/${slug}/channels`} className={inlineLinkTargetClass}>
          {t("reach.try")}
        </Link>
      </p>
    </NoticeBanner>
  );
}

/** Warns above everything else on the page that nobody would be notified. */
export function TeamUnreachedBanner({ why, untried, slug }: TeamUnreachedProps) {
  const { t } = useWords();
  const { operator } = useViewer();
  const admin = useHasRole("admin");
  if (why === null) return untried ? <UntriedChannelsNotice slug={slug} /> : null;
  const ways = [
    ...(why === "no_mailer" && operator ? [{ to: "/manage/deployment/mailers/new", text: t("reach.mailer") }] : []),
    ...(why === "mail_fails" && operator ? [{ to: "/manage/deployment", text: t("reach.mailers") }] : []),
    ...(why === "no_address" ? [{ to: "/manage/account#address", text: t("reach.address") }] : []),
    ...(why === "channels_fail" ? [{ to: `/manage/${slug}/channels`, text: t("reach.channels") }] : []),
    ...(admin ? [{ to: `/manage/${slug}/channels/new`, text: t("reach.channel") }] : []),
  ];
  return (
    <NoticeBanner tone="danger">
      <p className="font-semibold text-danger">{t("reach.title")}</p>
      <p>{t(`reach.${why}`)}</p>
      <p className="flex flex-wrap gap-x-4">
        {ways.map(({ to, text }) => (
          <Link key={to} to={to} className={inlineLinkTargetClass}>
            {text}
          </Link>
        ))}
      </p>
    </NoticeBanner>
  );
}
