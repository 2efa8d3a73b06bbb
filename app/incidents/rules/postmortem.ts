import { fail, goneFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";

export const postmortemStates = ["none", "draft", "published"] as const;
export type PostmortemState = (typeof postmortemStates)[number];

export const toPostmortemState = (text: string): PostmortemState =>
  postmortemStates.find((each) => each === text) ?? "none";

/** Action on a postmortem: write, publish to visitors, revert to draft, delete. */
export type PostmortemAction = "write" | "publish" | "revert" | "delete";

/** The part of an incident on which its postmortem's transitions depend; words as stored. */
interface PostmortemFacts {
  visibility: string;
  resolvedAt: number | null;
  postmortem: string;
}

const refused = (code: string, detail: Refusal) => fail({ name: "conflict", code, detail });

/**
 * Returns the next state: none → draft → published → draft (spec §4). Writing a published postmortem corrects it and
 * keeps it published. Failures: gone (withdrawn), conflict `not_published` (the incident is not public),
 * `not_resolved`, `no_postmortem`, `postmortem_published`, `postmortem_draft`.
 */
export function nextPostmortemState(incident: PostmortemFacts, step: PostmortemAction): Result<PostmortemState> {
  const state = toPostmortemState(incident.postmortem);
  if (incident.visibility === "withdrawn") return goneFailure;
  if (incident.visibility !== "published") return refused("not_published", "postmortem.not_published");
  if (step === "write") return ok(state === "published" ? "published" : "draft");
  if (step === "publish") {
    if (incident.resolvedAt === null) return refused("not_resolved", "postmortem.not_resolved");
    return state === "published" ? refused("postmortem_published", "postmortem.published") : ok("published");
  }
  if (state === "none") return refused("no_postmortem", "postmortem.none");
  if (step === "delete") return ok("none");
  return state === "draft" ? refused("postmortem_draft", "postmortem.draft") : ok("draft");
}

export const emptyPostmortemFailure = (body: string): Result<never> | null =>
  body.trim() === "" ? invalidFieldFailure("body", "postmortem.text", "says_nothing") : null;

const maxHeadingChars = 80;

/** Refuses to publish headings without text, because a draft that was started from the timeline has empty ones. */
export const emptySectionsFailure = (headings: readonly string[]): Result<never> | null =>
  headings.length === 0
    ? null
    : invalidFieldFailure(
        "body",
        refusalFor("postmortem.empty_sections", {
          names: headings.slice(0, 5).map((each) => each.slice(0, maxHeadingChars)),
        }),
        "empty_sections",
      );

/** The word for its entry among the updates, as in Statuspage's formats. */
export const postmortemWord = "postmortem";

export interface PublishedPostmortem {
  html: string;
  text: string;
  publishedAt: number;
  updatedAt: number;
  /** True when subscribers were notified of it. */
  notified: boolean;
}
