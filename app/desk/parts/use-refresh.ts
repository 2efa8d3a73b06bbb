import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Somebody is at it: what they type into, or have opened, is not moved under them. */
const isBusy = () => document.activeElement?.matches("input, textarea, select") ?? false;

/** Looks again every so many seconds while the page is in sight and nobody types; at once when it comes back in sight. */
export function useRefresh(seconds: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible" && navigator.onLine && state === "idle" && !isBusy()) revalidate();
    };
    const timer = setInterval(look, seconds * 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [seconds, revalidate, state]);
}
