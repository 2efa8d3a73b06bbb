/** @jsxImportSource ~/html */

import type { HtmlChild } from "~/html/jsx-runtime";
import { readerCookieLifetimeMs } from "~/http/reader";
import { type Language, languageNames, languageOrEnglish, textDirection } from "~/i18n/languages";
import { timeLimitText } from "~/i18n/span";
import type { WordKey } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import type { ServedPage } from "~/status-page/rules/seen-page";
import { PublicPageLayout } from "~/status-page/views/frame/layout";
import { type HiddenFieldValues, PublicPostForm } from "~/status-page/views/parts/forms";
import type { RenderContext } from "~/status-page/views/parts/frame";
import { GlobeIcon } from "~/status-page/views/parts/globe";
import { TimeZoneOptions } from "~/status-page/views/parts/zone-list";
import { themes } from "~/text/theme";

type FieldName = "language" | "zone" | "theme";

interface PreferencesProps {
  frame: RenderContext;
  page: ServedPage;
  carried: HiddenFieldValues;
  /** Values chosen or typed; "" = as browser, network or system state. */
  chosen: Record<FieldName, string>;
  wrong: readonly FieldName[];
  /** Values from browser and network; null = nothing usable. */
  stated: { language: string | null; zone: string | null };
  /** Values used when nothing is stated. */
  own: { language: Language; zone: string };
  /** Page from which the reader came: a path of this page after its prefix. */
  next: string;
}

const Wrong = ({ frame, name, wrong }: Pick<PreferencesProps, "frame" | "wrong"> & { name: FieldName }) =>
  wrong.includes(name) ? (
    <p class="wrong" id={`${name}-error`} role="alert">
      {frame.words.t("reading.wrong")}
    </p>
  ) : null;

interface PickProps {
  name: FieldName;
  value: string;
  chosen: string;
  /** Language of its text, when it differs from the page's. */
  language?: Language;
  children: HtmlChild;
}

function Pick({ name, value, chosen, language, children }: PickProps) {
  const spoken = language ? { lang: language, dir: textDirection(language) } : {};
  return (
    <label class="pick">
      <input type="radio" name={name} value={value} checked={value === chosen} />
      <span {...spoken}>{children}</span>
    </label>
  );
}

/** Lists each language by its own name, so that its readers recognise it whatever the page's current language. */
function LanguageChoice({ frame, chosen, wrong, stated, own }: PreferencesProps) {
  const { t } = frame.words;
  return (
    <fieldset>
      <legend>{t("reading.language")}</legend>
      <Wrong frame={frame} name="language" wrong={wrong} />
      <Pick name="language" value="" chosen={chosen.language}>
        {stated.language
          ? t("reading.browser", { language: languageNames[languageOrEnglish(stated.language)] })
          : t("reading.own", { choice: languageNames[own.language] })}
      </Pick>
      <div class="languages">
        {Object.entries(languageNames).map(([tag, name]) => (
          <Pick key={tag} name="language" value={tag} chosen={chosen.language} language={tag as Language}>
            {name}
          </Pick>
        ))}
      </div>
    </fieldset>
  );
}

function ZoneOptions({ frame, chosen, stated, own }: PreferencesProps) {
  const { t } = frame.words;
  const first = stated.zone
    ? t("reading.network", { zone: timeZoneName(stated.zone) })
    : t("reading.own", { choice: timeZoneName(own.zone) });
  return (
    <>
      <option value="" selected={chosen.zone === ""}>
        {first}
      </option>
      <TimeZoneOptions frame={frame} chosen={chosen.zone} />
    </>
  );
}

function ZoneChoice(props: PreferencesProps) {
  const { frame, wrong } = props;
  const { dates, words, now } = frame;
  return (
    <div>
      <label for="zone">{words.t("reading.zone")}</label>
      <select id="zone" name="zone" aria-describedby={wrong.includes("zone") ? "zone-error" : "zone-now"}>
        <ZoneOptions {...props} />
      </select>
      <Wrong frame={frame} name="zone" wrong={wrong} />
      <p class="note" id="zone-now">
        {words.t("reading.now", { time: dates.clock(now), zone: timeZoneName(dates.zone) })}
      </p>
    </div>
  );
}

const themeWords = { light: "reading.light", dark: "reading.dark" } as const satisfies Record<string, WordKey>;

function ThemeChoice({ frame, chosen, wrong }: PreferencesProps) {
  const { t } = frame.words;
  return (
    <fieldset>
      <legend>{t("reading.theme")}</legend>
      <Wrong frame={frame} name="theme" wrong={wrong} />
      <Pick name="theme" value="" chosen={chosen.theme}>
        {t("reading.system")}
      </Pick>
      {themes.map((theme) => (
        <Pick key={theme} name="theme" value={theme} chosen={chosen.theme}>
          {t(themeWords[theme])}
        </Pick>
      ))}
    </fieldset>
  );
}

/** Reading preferences of one reader, stored in a cookie only. */
export function PreferencesPage(props: PreferencesProps) {
  const { frame, page, carried, next } = props;
  const { t } = frame.words;
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">
        <GlobeIcon /> {t("reading.link")}
      </h1>
      <p>{t("reading.about", { length: timeLimitText(frame.words, readerCookieLifetimeMs) })}</p>
      <PublicPostForm
        action={`${frame.prefix}/preferences`}
        carried={carried}
        hidden={{ next: `${frame.prefix}${next}` }}
      >
        <LanguageChoice {...props} />
        <ZoneChoice {...props} />
        <ThemeChoice {...props} />
        <button type="submit">{t("reading.save")}</button>
      </PublicPostForm>
    </PublicPageLayout>
  );
}
