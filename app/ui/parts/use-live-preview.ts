import { useParams } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";
import { debounceEvents } from "./in-pauses";

async function rendered(slug: string, body: string, signal: AbortSignal): Promise<string | null> {
  const answer = await fetch(`/manage/${slug}/preview`, {
    method: "POST",
    body: new URLSearchParams({ body }),
    signal,
  });
  const read: unknown = answer.ok ? await answer.json() : null;
  return typeof read === "object" && read !== null && "html" in read ? String(read.html) : null;
}

/**
 * Returns a text as visitors would see it, requested in pauses of typing. Null before that, and where no script runs.
 */
export function useLivePreview(ref: RefObject<HTMLElement>): string | null {
  const { page } = useParams();
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    const box = ref.current?.querySelector("textarea");
    if (!box || page === undefined) return;
    return debounceEvents(box, "input", async (signal) => {
      const shown = await rendered(page, box.value, signal);
      if (shown !== null) setHtml(shown);
    });
  }, [ref, page]);
  return html;
}
