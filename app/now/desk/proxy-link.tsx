import { target } from "~/alerts/shown/desk/alert-origin";
import { Link } from "~/ui/parts/link";
import { useWords } from "./words/words";

/** Where the operator reads what makes a proxy trusted. */
export function ProxyLink() {
  const { t } = useWords();
  return (
    <Link to="/manage/deployment#proxy" className={target}>
      {t("proxy.mend")}
    </Link>
  );
}
