import { useLocation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { currentRefreshFailure, onRefreshFailure } from "../parts/page-refresh";
import { useWords } from "./words";

const none = () => null;

/** One line above the page instead of the error page, which would discard typed values. */
export function RefreshFailureBanner() {
  const trouble = useSyncExternalStore(onRefreshFailure, currentRefreshFailure, none);
  const { pathname } = useLocation();
  const { t, say } = useWords();
  const why = trouble?.pathname === pathname ? trouble.why : null;
  const again = <a href={`/manage/sign-in?next=${encodeURIComponent(pathname)}`}>{t("link.again")}</a>;
  return (
    <div aria-live="polite" className="empty:absolute">
      {why ? (
        <p
          data-refresh={why}
          className="fixed inset-x-4 top-2 z-20 mx-auto max-w-xl rounded-md border border-degraded bg-warning-wash p-3 shadow-lg"
        >
          {say(`refresh.${why}`, { again })}
        </p>
      ) : null}
    </div>
  );
}
