import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { reloadOnMissingScript } from "~/ui/frame/missing-parts";
import { storeBrowserTimeZone } from "~/ui/frame/own-zone";
import { addKnownWordsHeader } from "~/ui/frame/room-words";
import { holdFieldEvents } from "~/ui/parts/own-fields";
import { holdFailedRefreshes } from "~/ui/parts/page-refresh";

addKnownWordsHeader();
holdFailedRefreshes();
storeBrowserTimeZone();
const release = holdFieldEvents();

/** Rendered with the page, so that its effect runs when hydration is complete. */
function TakenOver() {
  useEffect(release, []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <>
      <RemixBrowser />
      <TakenOver />
    </>,
  );
});

reloadOnMissingScript();
