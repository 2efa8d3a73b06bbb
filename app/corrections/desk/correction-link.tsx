import { useHasRole } from "~/ui/frame/may";
import { Link } from "~/ui/parts/link";
import type { SuspectedReport } from "../rules/suspected-report";
import { useWords } from "./words/words";

const correctionPath = (slug: string, report: SuspectedReport): string => {
  const known = Object.entries(report).map(([name, value]) => [name, String(value)]);
  return `/manage/${slug}/corrections/new?${new URLSearchParams(known)}`;
};

/** Link for admins to the form that corrects a report, filled in with it. */
export function CorrectionLink({ slug, report }: { slug: string; report: SuspectedReport }) {
  const { t } = useWords();
  if (!useHasRole("admin")) return null;
  return (
    <Link to={correctionPath(slug, report)} className="-my-3 inline-block py-3">
      {t("link.false_alarm")}
    </Link>
  );
}
