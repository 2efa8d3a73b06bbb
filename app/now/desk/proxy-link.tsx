import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { Link } from "~/ui/parts/link";
import { useWords } from "./words/words";

/** Links to where the operator reads how a proxy becomes trusted. */
export function TrustedProxyLink() {
  const { t } = useWords();
  return (
    <Link to="/manage/deployment#proxy" className={inlineLinkTargetClass}>
      {t("proxy.mend")}
    </Link>
  );
}
