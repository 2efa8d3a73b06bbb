import { target } from "~/alerts/shown/desk/alert-origin";
import { Link } from "~/ui/parts/link";
import { useWords } from "./words/words";

/** Links to where the operator reads how a proxy becomes trusted. */
export function ProxyLink() {
  const { t } = useWords();
  return (
    <Link to="/manage/deployment#proxy" className={target}>
      {t("proxy.mend")}
    </Link>
  );
}
