/** @jsxImportSource ~/html */
import { iconPath } from "~/pages/rules/page-links";
import type { Frame } from "~/status-page/views/parts/frame";
import source from "./push-script?worker&url";
import workerSource from "./push-worker?worker&url";

/** The script of the service worker: files keep their name only as long as what is in them. */
export const serviceWorkerText = (): string => `importScripts(${JSON.stringify(workerSource)});\n`;

/** In the head: the button's script, and what makes the page one that can be installed. */
export const PushHead = ({ prefix }: Pick<Frame, "prefix">) => (
  <>
    <link rel="manifest" href={`${prefix}/app.webmanifest`} crossorigin="use-credentials" />
    <link rel="apple-touch-icon" href={`${prefix}${iconPath(180)}`} />
    <script src={source} defer />
  </>
);

/** Within the form that it sends. Seen only where the script finds that the browser can. */
export function PushPart({ frame }: { frame: Frame }) {
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
