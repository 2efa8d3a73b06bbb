import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { throwFailureResponse } from "~/http/page-failure";
import { type PageDeskRequest, pageDeskHandler, routeParam, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { Link } from "~/ui/parts/link";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { chooseForImport } from "../choose";
import {
  type ImportThingsPlace,
  type ImportThingView,
  type ListedImportThings,
  listImportThings,
  readImport,
} from "../read";
import { withImportThingSelection } from "../rules/import-selection";
import { type MovedNoun, movedNouns } from "../rules/moved-nouns";
import { importChoicesInputOf } from "./import-actions";
import { importsPath } from "./import-links";
import { ImportThingsForm, importThingsFormName, readPostedThingSelection } from "./import-things-form";
import { importsTrail } from "./import-trail";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

interface ThingsRouteData {
  view: { originTitle: string };
  slug: string;
  here: string;
}

export const handle = {
  guard: { kind: "member", role: "owner" } satisfies RouteGuard,
  trail: (data: ThingsRouteData, language: string) => [
    ...importsTrail(data, language),
    { to: data.here, name: data.view.originTitle },
  ],
};

export const meta = namedPageTitleMeta(wordsIn, "list.title", "view.originTitle");

const nounOf = (desk: PageDeskRequest): MovedNoun =>
  movedNouns.find((noun) => noun === routeParam(desk, "noun")) ?? throwFailureResponse({ name: "missing" });

const wholeNumber = (text: string | null): number => (/^\d{1,6}$/.test(text ?? "") ? Number(text) : 0);

const placeIn = ({ searchParams }: URL): ImportThingsPlace => ({
  part: wholeNumber(searchParams.get("part")),
  from: wholeNumber(searchParams.get("from")),
});

const isConflict = ({ verdict, conflict }: ImportThingView): boolean => verdict === "conflict" || conflict !== null;

const isOnlyConflicts = ({ searchParams }: URL): boolean => searchParams.get("only") === "conflict";

/** Most pages of things that are read at once: some are empty, and names that are already here are few among many. */
const maxReadPages = 10;

/** Reads on from a first page of things: until there are some, and of names that are already here through several. */
async function furtherThings(
  desk: PageDeskRequest,
  noun: MovedNoun,
  first: ListedImportThings,
): Promise<ListedImportThings> {
  const { ctx, pageId, url } = desk;
  const only = isOnlyConflicts(url);
  const isShown = (each: ImportThingView) => !only || isConflict(each);
  const things = first.things.filter(isShown);
  let { next } = first;
  for (let pages = 1; next !== null && pages < maxReadPages && (only || things.length === 0); pages++) {
    const given = { pageId, id: routeParam(desk, "id"), noun, ...next };
    const page: ListedImportThings = unwrapOrThrow(await listImportThings(ctx, given));
    things.push(...page.things.filter(isShown));
    next = page.next;
  }
  return { things, next };
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const noun = nounOf(desk);
  const subject = { pageId, id: routeParam(desk, "id") };
  const [view, first] = await unwrapAllOrThrow(
    readImport(ctx, subject),
    listImportThings(ctx, { ...subject, noun, ...placeIn(url) }),
  );
  const { things, next } = await furtherThings(desk, noun, first);
  const { id, originTitle, state, version, choices } = view;
  return {
    view: { originTitle, version, isPreview: state === "preview", isNounOff: choices.untickedNouns.includes(noun) },
    slug,
    noun,
    things,
    next,
    isFirst: url.searchParams.get("from") === null,
    isOnlyConflicts: isOnlyConflicts(url),
    here: `${importsPath(slug)}/${id}`,
    address: `${url.pathname}${url.search}`,
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent !== importThingsFormName) return unknownFormResponse(posted);
  const id = routeParam(desk, "id");
  const here = `${importsPath(desk.slug)}/${id}`;
  const read = await readImport(desk.ctx, { pageId: desk.pageId, id });
  if (!read.ok) return formResultResponse(posted, read, here, "import-chosen");
  const choices = withImportThingSelection(read.value.choices, readPostedThingSelection(posted.fields));
  const chosen = await chooseForImport(desk.ctx, importChoicesInputOf(desk, posted, choices));
  return formResultResponse(posted, chosen, here, "import-chosen");
});

const linkClass = "inline-flex min-h-hit items-center";

/** Links to all things, or to names that are already here alone, and to the next things. */
function ThingsPager() {
  const { next, isFirst, isOnlyConflicts: only } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const kept: Record<string, string> = only ? { only: "conflict" } : {};
  if (next === null && isFirst) return null;
  const onward = next === null ? null : { ...kept, part: String(next.part), from: String(next.from) };
  return (
    <nav aria-label={t("things.more")} className="flex flex-wrap gap-4">
      {isFirst ? null : (
        <Link to={`?${new URLSearchParams(kept)}`} className={linkClass}>
          {t("things.first")}
        </Link>
      )}
      {onward === null ? null : (
        <Link to={`?${new URLSearchParams(onward)}`} className={linkClass}>
          {t("things.next")}
        </Link>
      )}
    </nav>
  );
}

function ThingsList() {
  const { view, things, address } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const isStale = useFormState(importThingsFormName)?.conflict ?? false;
  if (things.length === 0) return <EmptyState title={t("things.none")} />;
  return (
    <>
      <ButtonConflictSection forms={[importThingsFormName]} version={view.version} keepTo={address} />
      {isStale ? null : (
        <ImportThingsForm
          things={things}
          version={view.version}
          action={address}
          canChoose={view.isPreview && !view.isNounOff}
        />
      )}
    </>
  );
}

export default function ManageImportThingsPage() {
  const { view, noun, here, isOnlyConflicts: only } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const other = only ? ["", t("things.all")] : ["?only=conflict", t("things.only")];
  return (
    <>
      <PageHead
        title={t("things.title", { noun: t(`noun.${noun}`) })}
        note={t(view.isNounOff ? "things.noun_off" : "things.about")}
      />
      <p className="flex flex-wrap gap-x-4">
        <Link to={here} className={linkClass}>
          {t("things.back")}
        </Link>
        <Link to={`${here}/things/${noun}${other[0]}`} className={linkClass}>
          {other[1]}
        </Link>
      </p>
      <ThingsList />
      <ThingsPager />
    </>
  );
}
