import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { Link } from "~/ui/parts/link";
import { NoticeBanner } from "~/ui/parts/notice";

/** Leads to the proposals of a page; `text` says how many are open, "" when there are none. */
export function OpenProposalsBanner({ text, slug }: { text: string; slug: string }) {
  if (text === "") return null;
  return (
    <NoticeBanner>
      <Link to={`/manage/${slug}/proposals`} className={inlineLinkTargetClass}>
        {text}
      </Link>
    </NoticeBanner>
  );
}
