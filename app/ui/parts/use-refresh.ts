import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { expectRefresh, isRefreshHeld, troubleNow } from "./refreshing";

/** Somebody is at it: what they type into is not moved under them. */
const isBusy = () => document.activeElement?.matches("input, textarea, select") ?? false;

/** The clock asks for nothing more once the session has ended, as each ask would be noted as refused; coming back does. */
const isDue = (event: Event | undefined) => event !== undefined || troubleNow()?.why !== "signed_out";

/**
 * Looks again every so many seconds while the page is in sight, at once when it or the connection comes back; while somebody types
 * only where the page is for those who write while others do. Where that fails the page stays as it is (parts/refreshing).
 */
export function useRefresh(seconds: number, whileTyping = false): void {
  const { revalidate, state } = useRevalidator();
  const { state: going } = useNavigation();
  useEffect(() => {
    const look = (event?: Event) => {
      const free = going === "idle" && (state === "idle" || isRefreshHeld());
      const inSight = document.visibilityState === "visible";
      if (!free || !inSight || !isDue(event) || (isBusy() && !whileTyping)) return;
      expectRefresh(location);
      revalidate();
    };
    const timer = setInterval(() => look(), seconds * 1000);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, [seconds, whileTyping, revalidate, state, going]);
}
