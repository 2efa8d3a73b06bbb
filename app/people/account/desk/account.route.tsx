import { useActionData, useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { isLoopback } from "~/net/loopback";
import { providersForSignIn } from "~/providers/verbs";
import { onDesk, orThrow } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead, Section } from "~/ui/parts/list";
import { Notice } from "~/ui/parts/notice";
import { readPostedForm, showErrors } from "~/ui/parts/posted-form";
import { readAccount } from "../../account";
import { listIdentities } from "../../identities";
import { listPasskeys } from "../../passkeys/verbs";
import { listSessions } from "../../sessions";
import { knownBrowser } from "../../sign-in/desk/browser-words";
import { listTokens } from "../../tokens/verbs";
import { accountActs } from "./account-actions";
import { AddressForms, NameForm, ReadingForm } from "./account-parts";
import { Passkeys } from "./account-passkeys";
import { Sessions } from "./account-sessions";
import { Tokens } from "./account-tokens";
import { IdentityList } from "./identity-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "session" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.title");

export const loader = onDesk(async ({ ctx, request, language }) => {
  const browser = knownBrowser(request.headers.get("user-agent")) ?? "";
  const asked = [readAccount(ctx), listPasskeys(ctx), listIdentities(ctx), listSessions(ctx), listTokens(ctx)] as const;
  const [[account, passkeys, identities, sessions, tokens], providers] = await Promise.all([
    Promise.all(asked),
    providersForSignIn(ctx),
  ]);
  const mine = orThrow(account);
  return {
    account: mine,
    regional: mine.language === null ? null : languageName(mine.language, language),
    passkeys: orThrow(passkeys),
    identities: orThrow(identities),
    sessions: orThrow(sessions),
    tokens: orThrow(tokens),
    providers,
    browser,
    local: isLoopback(new URL(ctx.config.origin).hostname),
  };
});

export const action = onDesk(async (desk) => {
  const posted = await readPostedForm(desk);
  const act = Object.hasOwn(accountActs, posted.intent) ? accountActs[posted.intent] : undefined;
  return act ? act(desk, posted) : showErrors(posted, { "": wordsIn(posted.language).t("page.unknown") });
});

/** Returns a name such as "English (United Kingdom)", in the language of management. */
const languageName = (tag: string, language: string) =>
  new Intl.DisplayNames([language], { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;

const secretOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "secret" in answer ? String(answer.secret) : null;

export default function Account() {
  const { t } = useWords();
  const { account, regional, passkeys, sessions, tokens, identities, providers, browser, local } =
    useLoaderData<typeof loader>();
  const secret = secretOf(useActionData());
  return (
    <Shell>
      <PageHead title={t("page.title")} note={t("page.about")} />
      <Section title={t("section.name")}>
        <NameForm account={account} />
      </Section>
      <Section title={t("section.reading")}>
        <ReadingForm account={account} regional={regional} />
      </Section>
      <Section id="address" title={t("section.address")}>
        <AddressForms account={account} />
      </Section>
      <Section id="passkeys" title={t("section.passkeys")}>
        {local ? <Notice tone="warning">{t("passkey.local")}</Notice> : null}
        <Passkeys listed={passkeys} browser={browser} />
      </Section>
      {providers.length > 0 ? (
        <Section title={t("section.identities")}>
          <IdentityList identities={identities} providers={providers} />
        </Section>
      ) : null}
      <Section title={t("section.sessions")}>
        <Sessions sessions={sessions} />
      </Section>
      <Section id="tokens" title={t("section.tokens")}>
        <Tokens tokens={tokens} secret={secret} />
      </Section>
    </Shell>
  );
}
