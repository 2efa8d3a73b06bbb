import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { reloadForMissingParts } from "~/ui/frame/missing-parts";
import { sayOwnZone } from "~/ui/frame/own-zone";
import { sayKnownWords } from "~/ui/frame/room-words";
import { ownFields } from "~/ui/parts/own-fields";
import { holdFailedRefreshes } from "~/ui/parts/refreshing";

sayKnownWords();
holdFailedRefreshes();
sayOwnZone();
const release = ownFields();

/** Drawn with the page, so that its effect says when all of it is taken over. */
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
