/** @jsxImportSource ~/html */
import { homeScreenIconPath } from "~/pages/rules/page-links";
import type { RenderContext } from "~/status-page/views/parts/frame";
import source from "./push-script?worker&url";
import workerSource from "./push-worker?worker&url";

/** Returns the service worker's script, a wrapper with a fixed URL: the real script's name changes with its content. */
export const serviceWorkerText = (): string => `importScripts(${JSON.stringify(workerSource)});\n`;

/** Elements for the head: the button's script, and the manifest and icon that make the page installable. */
export const PushHeadElements = ({ prefix }: Pick<RenderContext, "prefix">) => (
  <>
    <link rel="manifest" href={`${prefix}/app.webmanifest`} crossorigin="use-credentials" />
    <link rel="apple-touch-icon" href={`${prefix}${homeScreenIconPath(180)}`} />
    <script src={source} defer />
  </>
);

/** Button within the form that it sends; visible only when the script finds that the browser supports push. */
export function PushButton({ frame }: { frame: RenderContext }) {
  const { t } = frame.words;
  return (
    <>
      <div id="push" data-denied={t("push.denied")} data-failed={t("push.failed")} hidden>
        <p class="note">{t("push.about")}</p>
        <button type="button" class="quiet">
          {t("push.button")}
        </button>
        <p id="push-said" role="status" />
      </div>
      <p id="push-install" class="note" hidden>
        {t("push.install")}
      </p>
    </>
  );
}
