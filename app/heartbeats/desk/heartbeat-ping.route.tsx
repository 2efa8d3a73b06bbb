import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead, Section } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { readPing } from "../pings";
import { runDurationText } from "./heartbeat-words";
import { useWords, wordsIn } from "./words/words";

export const handle = {
  guard: { kind: "member", role: "viewer" } satisfies RouteGuard,
  trail: ({ up, name }: { up: string; name: string }) => [{ to: up, name }],
};

export const meta = translatedPageTitleMeta(wordsIn, "page.ping");

export const loader = pageDeskHandler(async (desk) => {
  const id = routeParam(desk, "id");
  const number = Number(routeParam(desk, "number"));
  const read = unwrapOrThrow(await readPing(desk.ctx, { pageId: desk.pageId, id, number }));
  return { ...read, up: `/manage/${desk.slug}/heartbeats/${id}` };
});

function Facts() {
  const words = useWords();
  const { t, number } = words;
  const { ping } = useLoaderData<typeof loader>();
  const facts: [string, string][] = [
    [t("pings.type"), t(`kind.${ping.kind}`)],
    [t("ping.exit_status"), ping.exit === null ? "" : number(ping.exit)],
    [t("pings.duration"), ping.duration === null ? "" : runDurationText(words, ping.duration)],
    [t("pings.run_id"), ping.runId ?? ""],
    [t("pings.method"), ping.method],
    [t("pings.from"), ping.from],
    [t("pings.client"), ping.agent],
  ];
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

export default function HeartbeatPingPage() {
  const { t } = useWords();
  const { ping, body, truncated } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t("page.ping_number", { number: ping.number })} note={<TimeText at={ping.at} exact />} />
      <Section title={t("ping.facts")}>
        <Facts />
      </Section>
      <Section title={t("ping.body")}>
        {body === null ? (
          <p className="text-soft">{t("ping.no_body")}</p>
        ) : (
          <>
            {truncated ? <p>{t("ping.truncated")}</p> : null}
            <VerbatimText label={t("ping.body")}>{body}</VerbatimText>
          </>
        )}
      </Section>
    </>
  );
}
