import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { reloadForMissingParts } from "~/ui/frame/missing-parts";
import { sayOwnZone } from "~/ui/frame/own-zone";
import { sayKnownWords } from "~/ui/frame/room-words";
import { ownFields } from "~/ui/parts/own-fields";
import { holdFailedRefreshes } from "~/ui/parts/page-refresh";

sayKnownWords();
holdFailedRefreshes();
sayOwnZone();
const release = ownFields();

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

reloadForMissingParts();
