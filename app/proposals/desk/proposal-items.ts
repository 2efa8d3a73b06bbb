import { type ComponentName, listComponentNames } from "~/components/names";
import { readWords } from "~/i18n/words";
import { type PageDeskRequest, unwrapAllOrThrow } from "~/ui/frame/desk";
import { listProposedPostmortems } from "../postmortems";
import type { ProposedUpdate } from "../rules/proposal";
import { listProposals, type ProposalView } from "../verbs";
import { wordsIn } from "./words/words";

/** A button of a proposal: its label, and what screen readers read. */
interface DeedLabel {
  text: string;
  label: string;
}

/**
 * A proposal with all of its texts in the reader's language. They come with it, so that pages which may show proposals
 * bring no words for them.
 */
export interface ProposalItem {
  id: string;
  /** Id of the incident; null for a maintenance. */
  incidentId: string | null;
  title: string;
  by: string;
  createdAt: number;
  /** The status and the components that it would change. */
  facts: string[];
  body: string;
  /** The content of an update, for the form that it fills in; null for a maintenance. */
  update: ProposedUpdate | null;
  /** Window of a maintenance. */
  window: { startsAt: number; endsAt: number } | null;
  /** Path of the form that it fills in. */
  form: string;
  deeds: Record<"publish" | "use" | "dismiss", DeedLabel>;
}

/** A postmortem that a token wrote. */
export interface ProposedPostmortemItem {
  id: string;
  title: string;
  by: string;
  review: DeedLabel;
}

interface ProposerName {
  name: string | null;
  token: string;
}

/** Returns a text that names the proposer; "" if there is none or nothing is known about them. */
export function proposerText(language: string, by: ProposerName | null): string {
  const { t } = wordsIn(language);
  if (by === null) return "";
  if (by.name === null) return by.token === "" ? "" : t("by.token", { token: by.token });
  return by.token === "" ? t("by.person", { name: by.name }) : t("by.both", { name: by.name, token: by.token });
}

/** Says how many proposals are open; "" when there are none. */
export const openProposalsText = (language: string, count: number): string =>
  count === 0 ? "" : wordsIn(language).t("about.open", { count });

/** The heading above the proposed updates of an incident. */
export const proposedUpdatesTitle = (language: string): string => wordsIn(language).t("about.of_incident");

const deedLabels = (language: string, title: string): ProposalItem["deeds"] => {
  const { t } = wordsIn(language);
  return {
    publish: { text: t("deed.publish"), label: t("deed.publish_of", { title }) },
    use: { text: t("deed.use"), label: t("deed.use_of", { title }) },
    dismiss: { text: t("deed.dismiss"), label: t("deed.dismiss_of", { title }) },
  };
};

interface ItemWords {
  slug: string;
  language: string;
  /** Returns the texts of the statuses that it would set. */
  facts: (view: ProposalView) => string[];
}

function proposalItem(view: ProposalView, { slug, language, facts }: ItemWords): ProposalItem {
  const { id, proposer: name, token, createdAt, content } = view;
  const of = view.kind === "update" ? view.incidentTitle : view.content.title;
  const title = wordsIn(language).t(`about.${view.kind}`, { title: of });
  const place = view.kind === "update" ? `incidents/${view.incidentId}` : "maintenances/new";
  return {
    id,
    incidentId: view.kind === "update" ? view.incidentId : null,
    title,
    by: proposerText(language, { name, token }),
    createdAt,
    facts: facts(view),
    body: content.body,
    update: view.kind === "update" ? view.content : null,
    window: view.kind === "update" ? null : { startsAt: view.content.startsAt, endsAt: view.content.endsAt },
    form: `/manage/${slug}/${place}?proposal=${id}`,
    deeds: deedLabels(language, title),
  };
}

/** Returns proposals with their texts, which are read only where something is proposed. */
export async function toProposalItems(
  { ctx, slug, language }: PageDeskRequest,
  found: readonly ProposalView[],
  components: readonly ComponentName[],
): Promise<ProposalItem[]> {
  if (found.length === 0) return [];
  const { t } = await readWords(ctx, language);
  const own = wordsIn(language);
  const nameOf = (id: string) => components.find((each) => each.id === id)?.name ?? id;
  const facts = (view: ProposalView) => [
    ...(view.kind === "update" && view.content.status ? [t(`incident_status.${view.content.status}`)] : []),
    ...Object.entries(view.content.components ?? {}).map(([id, status]) =>
      own.t("about.component", { name: nameOf(id), status: t(`status.${status as "operational"}`) }),
    ),
  ];
  return found.map((view) => proposalItem(view, { slug, language, facts }));
}

/** Reads all that is proposed on a page. */
export async function readProposalItems(
  desk: PageDeskRequest,
): Promise<{ items: ProposalItem[]; postmortems: ProposedPostmortemItem[] }> {
  const { ctx, pageId, language } = desk;
  const [found, written, components] = await unwrapAllOrThrow(
    listProposals(ctx, { pageId }),
    listProposedPostmortems(ctx, { pageId }),
    listComponentNames(ctx, { pageId }),
  );
  const { t } = wordsIn(language);
  const postmortems = written.map(({ id, title: of, ...by }) => {
    const title = t("about.postmortem", { title: of });
    const review = { text: t("deed.review"), label: t("deed.review_of", { title }) };
    return { id, title, by: proposerText(language, by), review };
  });
  return { items: await toProposalItems(desk, found, components), postmortems };
}
