import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { currentRefreshFailure, isPageKeptAfterFailedRefresh, markNextRequestAsRefresh } from "./page-refresh";

/** Returns true while someone is typing, so that their field is not changed. */
const isBusy = () => document.activeElement?.matches("input, textarea, select") ?? false;

/**
 * After the session has ended, the timer makes no more requests, because each would be logged as refused; returning to
 * the page does.
 */
const isDue = (event: Event | undefined) => event !== undefined || currentRefreshFailure()?.why !== "signed_out";

/**
 * Refreshes the page every so many seconds while it is visible, and at once when it or the connection returns; while
 * someone types only with `whileTyping`, for pages that several people edit. A failure leaves the page as it is
 * (parts/refreshing).
 */
export function usePageRefresh(seconds: number, whileTyping = false): void {
  const { revalidate, state } = useRevalidator();
  const { state: going } = useNavigation();
  useEffect(() => {
    const look = (event?: Event) => {
      const free = going === "idle" && (state === "idle" || isPageKeptAfterFailedRefresh());
      const inSight = document.visibilityState === "visible";
      if (!free || !inSight || !isDue(event) || (isBusy() && !whileTyping)) return;
      markNextRequestAsRefresh(location);
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
