import { fail, invalid, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { valuesIn } from "~/fields/fields";
import { isLanguage } from "~/i18n/languages";
import { openingFields, updateFields } from "~/incidents/rules/fields";
import { laterEnd } from "~/maintenances/desk/later-end";
import { maintenanceFields } from "~/maintenances/rules/fields";
import { templateFields } from "~/templates/rules/fields";
import type { PageDesk } from "~/ui/frame/desk";
import { isTicked, type PostedForm, typedText } from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
import type { PreviewLook } from "../preview";
import { previewOpening, previewPostmortem, previewUpdate } from "../preview-incident";
import { previewMaintenanceUpdate, previewPlan } from "../preview-maintenance";
import { previewEdit, previewExtension, previewMove } from "../preview-step";
import { previewTemplate } from "../preview-template";
import type { ReviewedForm } from "../review/desk/review-button";
import { previewLanguageField } from "./back-form";

interface ReviewedFormSpec {
  /** Returns the form's path, below the page's management. */
  place(id: string): string;
  look<Seen>(desk: PageDesk, posted: PostedForm, look: PreviewLook<Seen>, id: string): Promise<Result<Seen>>;
}

/** Returns the failure for times that cannot be read, in the words of the form itself. */
const unreadIn = ({ unread }: PostedForm) =>
  Object.keys(unread).length === 0 ? null : fail({ name: "invalid", fields: unread as Record<string, Refusal> });

const ofMaintenance = (id: string) => `maintenances/${id}`;

/** Returns the preview of a button without fields: subscribers are notified as configured. */
const ofDeed = (to: Parameters<typeof previewMove>[0]): ReviewedFormSpec => {
  const preview = previewMove(to);
  return { place: ofMaintenance, look: ({ ctx, pageId }, _, look, id) => preview(ctx, { pageId, id }, look) };
};

const previewCancelling = previewMove("cancelled");

/** Previews by form, each with the fields from which its messages are made. */
export const reviewedForms: Record<ReviewedForm, ReviewedFormSpec> = {
  incident: {
    // A draft has a page of its own.
    place: (id) => `incidents/${id || "new"}`,
    async look({ ctx, pageId, pageZone }, posted, look) {
      const values = readFields(openingFields, posted, { zone: pageZone });
      const unread = unreadIn(posted);
      if (unread) return unread;
      return previewOpening(ctx, { pageId, ...values, notify: isTicked(posted.fields, "notify") }, look);
    },
  },
  update: {
    place: (id) => `incidents/${id}`,
    look: ({ ctx, pageId }, posted, look, id) =>
      previewUpdate(
        ctx,
        { pageId, id, ...valuesIn(updateFields, posted.values), notify: isTicked(posted.fields, "notify") },
        look,
      ),
  },
  postmortem: {
    place: (id) => `incidents/${id}/postmortem`,
    look: ({ ctx, pageId }, { fields }, look, id) =>
      previewPostmortem(ctx, { pageId, id, body: typedText(fields, "body"), notify: isTicked(fields, "notify") }, look),
  },
  template: {
    place: (id) => `templates/${id || "new"}`,
    look: ({ ctx, pageId }, { values }, look) =>
      previewTemplate(ctx, { pageId, ...valuesIn(templateFields, values) }, look),
  },
  maintenance: {
    place: () => "maintenances/new",
    async look({ ctx, pageId, pageZone }, posted, look) {
      const values = readFields(maintenanceFields, posted, { zone: pageZone });
      const unread = unreadIn(posted);
      if (unread) return unread;
      const { startsAt = 0, endsAt = 0 } = values;
      const tellPlanned = isTicked(posted.fields, "tellPlanned");
      return previewPlan(ctx, { pageId, ...values, startsAt, endsAt, tellPlanned }, look);
    },
  },
  "maintenance-start": ofDeed("in_progress"),
  "maintenance-verify": ofDeed("verifying"),
  "maintenance-complete": ofDeed("completed"),
  "maintenance-cancel": {
    place: ofMaintenance,
    look: ({ ctx, pageId }, { fields }, look, id) =>
      previewCancelling(ctx, { pageId, id, notify: isTicked(fields, "notify") }, look),
  },
  "maintenance-longer": {
    place: ofMaintenance,
    async look(desk, { fields }, look, id) {
      const endsAt = await laterEnd(desk, id, typedText(fields, "minutes"));
      if (endsAt === null) return invalid("minutes", "maintenance.later_end");
      const { ctx, pageId } = desk;
      return previewExtension(ctx, { pageId, id, endsAt, notify: isTicked(fields, "notify") }, look);
    },
  },
  "maintenance-edit": {
    place: ofMaintenance,
    async look({ ctx, pageId, pageZone }, posted, look, id) {
      const values = readFields(maintenanceFields, posted, { zone: pageZone, changes: true });
      const unread = unreadIn(posted);
      if (unread) return unread;
      return previewEdit(ctx, { pageId, id, ...values, notify: isTicked(posted.fields, "notify") }, look);
    },
  },
  "maintenance-update": {
    place: ofMaintenance,
    look: ({ ctx, pageId }, { fields }, look, id) =>
      previewMaintenanceUpdate(
        ctx,
        { pageId, id, body: typedText(fields, "body"), notify: isTicked(fields, "notify") },
        look,
      ),
  },
};

/** Returns the form that was posted, by the query of its button; null = unknown. */
export function reviewedFormIn(query: URLSearchParams) {
  const of = query.get("of") ?? "";
  if (!Object.hasOwn(reviewedForms, of)) return null;
  return { form: reviewedForms[of as ReviewedForm], id: query.get("id") ?? "" };
}

/** Returns the language in which subscribers' messages are shown; null = the page's. */
export function chosenLanguage({ fields }: PostedForm): string | null {
  const chosen = typedText(fields, previewLanguageField);
  return isLanguage(chosen) ? chosen : null;
}
