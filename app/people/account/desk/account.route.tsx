import { useActionData, useLoaderData } from "@remix-run/react";
import { SingleKeySwitch } from "~/deployment/system/desk/key-list";
import { useWords as useSystemWords } from "~/deployment/system/desk/words/words";
import type { RouteGuard } from "~/http/guard";
import { readReaderSettingsCookie } from "~/http/reader";
import { acceptedLanguage } from "~/i18n/accepted-language";
import { isLanguage } from "~/i18n/languages";
import { pseudoLanguage } from "~/i18n/pseudo";
import { isLoopbackHost } from "~/net/loopback";
import { listProvidersForSignIn } from "~/providers/verbs";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { formErrorsResponse, readPostedForm } from "~/ui/parts/posted-form";
import { readOwnAccount } from "../../account";
import { listIdentities } from "../../identities";
import { listPasskeys } from "../../passkeys/verbs";
import { listSessions } from "../../sessions";
import { knownBrowserText } from "../../sign-in/desk/browser-words";
import { listApiTokens } from "../../tokens/verbs";
import { accountActionByForm } from "./account-actions";
import { AppearanceForm, EmailAddressForms, PersonLocaleForm, PersonNameForm } from "./account-parts";
import { PasskeysPanel } from "./account-passkeys";
import { SessionsPanel } from "./account-sessions";
import { ApiTokensPanel } from "./account-tokens";
import { IdentitiesPanel } from "./identity-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "session" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

export const loader = deskHandler(async ({ ctx, request, language }) => {
  const browser = knownBrowserText(request.headers.get("user-agent")) ?? "";
  const asked = [
    readOwnAccount(ctx),
    listPasskeys(ctx),
    listIdentities(ctx),
    listSessions(ctx),
    listApiTokens(ctx),
  ] as const;
  const [[account, passkeys, identities, sessions, tokens], providers] = await Promise.all([
    Promise.all(asked),
    listProvidersForSignIn(ctx),
  ]);
  const mine = unwrapOrThrow(account);
  const browserLanguage = acceptedLanguage(request.headers.get("accept-language"));
  return {
    account: mine,
    regional: regionalLanguages([mine.language, browserLanguage]).map((tag) => ({
      value: tag,
      label: languageName(tag, language),
    })),
    passkeys: unwrapOrThrow(passkeys),
    identities: unwrapOrThrow(identities),
    sessions: unwrapOrThrow(sessions),
    tokens: unwrapOrThrow(tokens),
    providers,
    browser,
    theme: readReaderSettingsCookie(request, ctx.config.origin).theme,
    local: isLoopbackHost(new URL(ctx.config.origin).hostname),
  };
});

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const act = Object.hasOwn(accountActionByForm, posted.intent) ? accountActionByForm[posted.intent] : undefined;
  return act ? act(desk, posted) : formErrorsResponse(posted, { "": wordsIn(posted.language).t("page.unknown") });
});

/** Returns those languages that the list of ours lacks, as they have a region. */
const regionalLanguages = (tags: readonly (string | null)[]): string[] =>
  [...new Set(tags)].filter((tag) => tag !== null && tag !== pseudoLanguage && !isLanguage(tag)) as string[];

/** Returns a name such as "English (United Kingdom)", in the language of management. */
const languageName = (tag: string, language: string) =>
  new Intl.DisplayNames([language], { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;

const secretOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "secret" in answer ? String(answer.secret) : null;

export default function AccountPage() {
  const { t } = useWords();
  const system = useSystemWords();
  const { account, regional, passkeys, sessions, tokens, identities, providers, browser, local, theme } =
    useLoaderData<typeof loader>();
  const secret = secretOf(useActionData());
  return (
    <ManagementShell>
      <PageHead title={t("page.title")} note={t("page.about")} />
      <Section title={t("section.name")}>
        <PersonNameForm account={account} />
      </Section>
      <Section title={t("section.reading")}>
        <PersonLocaleForm account={account} regional={regional} />
      </Section>
      <Section title={t("section.appearance")}>
        <AppearanceForm theme={theme} />
      </Section>
      <Section id="keys" title={system.t("section.keys")}>
        <SingleKeySwitch />
        <noscript>
          <p className="text-soft">{system.t("key.script")}</p>
        </noscript>
      </Section>
      <Section id="address" title={t("section.address")}>
        <EmailAddressForms account={account} />
      </Section>
      <Section id="passkeys" title={t("section.passkeys")}>
        {local ? <NoticeBanner tone="warning">{t("passkey.local")}</NoticeBanner> : null}
        <PasskeysPanel listed={passkeys} browser={browser} />
      </Section>
      {providers.length > 0 ? (
        <Section title={t("section.identities")}>
          <IdentitiesPanel identities={identities} providers={providers} />
        </Section>
      ) : null}
      <Section title={t("section.sessions")}>
        <SessionsPanel sessions={sessions} />
      </Section>
      <Section id="tokens" title={t("section.tokens")}>
        <ApiTokensPanel tokens={tokens} secret={secret} />
      </Section>
    </ManagementShell>
  );
}
