import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Somebody is at it: what they type into is not moved under them. */
const isBusy = () => document.activeElement?.matches("input, textarea, select") ?? false;

/**
 * Looks again every so many seconds while the page is in sight, at once when it comes back in sight; while somebody types
 * only where the page is for those who write while others do.
 */
export function useRefresh(seconds: number, whileTyping = false): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible" && navigator.onLine && state === "idle" && (whileTyping || !isBusy()))
        revalidate();
    };
    const timer = setInterval(look, seconds * 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [seconds, whileTyping, revalidate, state]);
}
