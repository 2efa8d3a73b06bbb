import { useEffect, useState } from "react";
import { useWords } from "./words";

/** Returns the management link that a click opens in this tab. */
function followed(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  const isOwn = link?.target === "" && link.origin === location.origin && link.pathname !== location.pathname;
  return isOwn && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey) ? link : null;
}

/** Without a connection, keeps the current page with all typed values instead of the browser's error page. */
export function OfflineLinkGuard() {
  const { t } = useWords();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = navigator.onLine ? null : followed(event);
      if (!link) return;
      event.preventDefault();
      // Upfront on this same machine is reachable without a network.
      fetch(link.href, { method: "HEAD" }).then(
        () => location.assign(link.href),
        () => setHeld(true),
      );
    };
    const leave = () => setHeld(false);
    document.addEventListener("click", stay, { capture: true });
    window.addEventListener("online", leave);
    return () => {
      document.removeEventListener("click", stay, { capture: true });
      window.removeEventListener("online", leave);
    };
  }, []);
  return (
    <div role="alert" className="empty:absolute">
      {isHeld ? (
        <p className="fixed inset-x-4 bottom-4 z-20 mx-auto max-w-xl rounded-md border border-danger bg-danger-wash p-3 shadow-lg">
          {t("unsent.offline_page")}
        </p>
      ) : null}
    </div>
  );
}
