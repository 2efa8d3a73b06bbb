import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { readUsage } from "~/usecases/usage/read";
import { onPage, orThrow } from "../frame/desk";
import { titled } from "../frame/title";
import { PageHead, Section } from "../parts/list";
import { planWords } from "../parts/words";
import { LimitTable, MeasuredTable, SetUpFacts, ViewsLeft } from "./usage-parts";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titled("Usage");

export const loader = onPage(async ({ ctx, pageId }) => orThrow(await readUsage(ctx, { pageId })));

export default function Usage() {
  const { plan, setUp, foreseen, expected, limits, measured, viewsLeft } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Usage" note={`What a quiet day of the whole deployment costs. ${planWords[plan] ?? ""}`} />
      <Section title="A day">
        <LimitTable cost={expected} limits={limits} />
        <ViewsLeft views={viewsLeft} />
        <p className="max-w-prose text-soft">
          Estimated from your setup: {foreseen.rowsRead.toLocaleString("en-GB")} rows read and{" "}
          {foreseen.rowsWritten.toLocaleString("en-GB")} written. Where more was counted, that stands above. Alerts,
          incidents and views come on top; an incident with four updates is about 100 rows written.
        </p>
      </Section>
      <Section title="What is set up">
        <SetUpFacts setUp={setUp} checks={foreseen.checks} />
        <p className="max-w-prose text-soft">
          An update that touches everything mails at most {foreseen.mailsPerUpdate.toLocaleString("en-GB")} people of
          all pages together; what your mailer sends in a day is its own limit.
        </p>
      </Section>
      <Section title="Measured usage per minute">
        <MeasuredTable days={measured} />
      </Section>
    </>
  );
}
