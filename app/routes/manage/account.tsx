import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { AddressForms, NameForm } from "~/ui/manage/account-parts";
import { Passkeys } from "~/ui/manage/account-passkeys";
import { Sessions } from "~/ui/manage/account-sessions";
import { Tokens } from "~/ui/manage/account-tokens";
import { knownBrowser } from "~/ui/manage/browser-words";
import { PageHead, Section } from "~/ui/manage/list";
import { Shell } from "~/ui/manage/shell";
import { readAccount } from "~/usecases/people/account";
import { listPasskeys } from "~/usecases/people/passkeys/list";
import { listSessions } from "~/usecases/people/sessions";
import { listTokens } from "~/usecases/people/tokens/list";
import { accountActs } from "./account-actions";
import { onDesk, orThrow } from "./desk";
import { readPosted, refuse } from "./posted";

export { clientAction } from "./client-action";

export const handle = { hydrate: true, guard: { kind: "session" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Account · Upfront" }];

export const loader = onDesk(async ({ ctx, request }) => ({
  account: orThrow(await readAccount(ctx)),
  passkeys: orThrow(await listPasskeys(ctx)),
  sessions: orThrow(await listSessions(ctx)),
  tokens: orThrow(await listTokens(ctx)),
  browser: knownBrowser(request.headers.get("user-agent")) ?? "",
}));

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const act = accountActs[posted.intent];
  return act ? act(desk, posted) : refuse(posted, { name: "invalid", fields: { "": "Choose what to do." } });
});

const secretOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "secret" in answer ? String(answer.secret) : null;

export default function Account() {
  const { account, passkeys, sessions, tokens, browser } = useLoaderData<typeof loader>();
  const secret = secretOf(useActionData());
  return (
    <Shell>
      <PageHead title="Account" note="Who you are here, and every way in that is yours." />
      <Section title="Your name">
        <NameForm account={account} />
      </Section>
      <Section title="Your address">
        <AddressForms account={account} />
      </Section>
      <Section title="Passkeys">
        <Passkeys listed={passkeys} browser={browser} />
      </Section>
      <Section title="Where you are signed in">
        <Sessions sessions={sessions} />
      </Section>
      <Section title="API tokens">
        <Tokens tokens={tokens} secret={secret} />
      </Section>
    </Shell>
  );
}
