import { RemixBrowser } from "@remix-run/react";
import { hydrateDocument } from "~/ui/frame/hydrate-document";
import { reloadOnMissingScript } from "~/ui/frame/missing-parts";
import { storeBrowserTimeZone } from "~/ui/frame/own-zone";
import { addKnownWordsHeader } from "~/ui/frame/room-words";
import { hydrateInParts } from "~/ui/parts/hydration-gates";
import { keepPageOnFailedRefresh } from "~/ui/parts/page-refresh";

addKnownWordsHeader();
keepPageOnFailedRefresh();
storeBrowserTimeZone();

/** Waits for the data of the page. `RemixBrowser` throws a promise until it is decoded, before it calls any hook. */
async function untilDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

/** Waits until the effects of what was drawn have run: after the next frame. */
const untilEffects = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

async function takeOver(): Promise<void> {
  await untilDecoded();
  await hydrateInParts(() => hydrateDocument(<RemixBrowser />));
  await untilEffects();
  performance.mark("taken-over");
}

takeOver();
reloadOnMissingScript();
