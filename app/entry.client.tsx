import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { reloadForMissingParts } from "~/desk/frame/missing-parts";
import { sayOwnZone } from "~/desk/frame/own-zone";
import { sayKnownWords } from "~/desk/frame/room-words";
import { ownFields } from "~/desk/parts/own-fields";
import { holdFailedRefreshes } from "~/desk/parts/refreshing";

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
