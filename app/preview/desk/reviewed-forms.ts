import { fail, invalidFieldFailure, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { parseFieldValues } from "~/fields/fields";
import { isLanguage } from "~/i18n/languages";
import { incidentUpdateFields, newIncidentFields } from "~/incidents/rules/fields";
import { readExtendedEnd } from "~/maintenances/desk/later-end";
import { maintenanceFields } from "~/maintenances/rules/fields";
import { templateFields } from "~/templates/rules/fields";
import type { PageDeskRequest } from "~/ui/frame/desk";
import { isCheckboxTicked, type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import type { PreviewBuilder } from "../preview";
import { previewIncidentOpening, previewIncidentUpdate, previewPostmortem } from "../preview-incident";
import { previewMaintenanceSchedule, previewMaintenanceUpdate } from "../preview-maintenance";
import { previewExtendingMaintenance, previewMaintenanceEdit, previewMaintenanceMove } from "../preview-step";
import { previewTemplate } from "../preview-template";
import type { ReviewedFormName } from "../review/desk/review-button";
import { previewLanguageFieldName } from "./back-form";

interface ReviewedFormSpec {
  /** Returns the form's path, below the page's management. */
  place(id: string): string;
  look<Seen>(desk: PageDeskRequest, posted: PostedForm, look: PreviewBuilder<Seen>, id: string): Promise<Result<Seen>>;
}

/** Returns the failure for times that cannot be read, in the words of the form itself. */
const unreadIn = ({ unread }: PostedForm) =>
  Object.keys(unread).length === 0 ? null : fail({ name: "invalid", fields: unread as Record<string, Refusal> });

const ofMaintenance = (id: string) => `maintenances/${id}`;

/** Returns the preview of a button without fields: subscribers are notified as configured. */
const ofDeed = (to: Parameters<typeof previewMaintenanceMove>[0]): ReviewedFormSpec => {
  const preview = previewMaintenanceMove(to);
  return { place: ofMaintenance, look: ({ ctx, pageId }, _, look, id) => preview(ctx, { pageId, id }, look) };
};

const previewCancelling = previewMaintenanceMove("cancelled");

/** Previews by form, each with the fields from which its messages are made. */
export const reviewedFormSpecByName: Record<ReviewedFormName, ReviewedFormSpec> = {
  incident: {
    // A draft has a page of its own.
    place: (id) => `incidents/${id || "new"}`,
    async look({ ctx, pageId, pageZone }, posted, look) {
      const values = parsePostedFields(newIncidentFields, posted, { zone: pageZone });
      const unread = unreadIn(posted);
      if (unread) return unread;
      return previewIncidentOpening(
        ctx,
        { pageId, ...values, notify: isCheckboxTicked(posted.fields, "notify") },
        look,
      );
    },
  },
  update: {
    place: (id) => `incidents/${id}`,
    look: ({ ctx, pageId }, posted, look, id) =>
      previewIncidentUpdate(
        ctx,
        {
          pageId,
          id,
          ...parseFieldValues(incidentUpdateFields, posted.values),
          notify: isCheckboxTicked(posted.fields, "notify"),
        },
        look,
      ),
  },
  postmortem: {
    place: (id) => `incidents/${id}/postmortem`,
    look: ({ ctx, pageId }, { fields }, look, id) =>
      previewPostmortem(
        ctx,
        { pageId, id, body: readPostedText(fields, "body"), notify: isCheckboxTicked(fields, "notify") },
        look,
      ),
  },
  template: {
    place: (id) => `templates/${id || "new"}`,
    look: ({ ctx, pageId }, { values }, look) =>
      previewTemplate(ctx, { pageId, ...parseFieldValues(templateFields, values) }, look),
  },
  maintenance: {
    place: () => "maintenances/new",
    async look({ ctx, pageId, pageZone }, posted, look) {
      const values = parsePostedFields(maintenanceFields, posted, { zone: pageZone });
      const unread = unreadIn(posted);
      if (unread) return unread;
      const { startsAt = 0, endsAt = 0 } = values;
      const tellPlanned = isCheckboxTicked(posted.fields, "tellPlanned");
      return previewMaintenanceSchedule(ctx, { pageId, ...values, startsAt, endsAt, tellPlanned }, look);
    },
  },
  "maintenance-start": ofDeed("in_progress"),
  "maintenance-verify": ofDeed("verifying"),
  "maintenance-complete": ofDeed("completed"),
  "maintenance-cancel": {
    place: ofMaintenance,
    look: ({ ctx, pageId }, { fields }, look, id) =>
      previewCancelling(ctx, { pageId, id, notify: isCheckboxTicked(fields, "notify") }, look),
  },
  "maintenance-longer": {
    place: ofMaintenance,
    async look(desk, { fields }, look, id) {
      const endsAt = await readExtendedEnd(desk, id, readPostedText(fields, "minutes"));
      if (endsAt === null) return invalidFieldFailure("minutes", "maintenance.later_end");
      const { ctx, pageId } = desk;
      return previewExtendingMaintenance(ctx, { pageId, id, endsAt, notify: isCheckboxTicked(fields, "notify") }, look);
    },
  },
  "maintenance-edit": {
    place: ofMaintenance,
    async look({ ctx, pageId, pageZone }, posted, look, id) {
      const values = parsePostedFields(maintenanceFields, posted, { zone: pageZone, changes: true });
      const unread = unreadIn(posted);
      if (unread) return unread;
      return previewMaintenanceEdit(
        ctx,
        { pageId, id, ...values, notify: isCheckboxTicked(posted.fields, "notify") },
        look,
      );
    },
  },
  "maintenance-update": {
    place: ofMaintenance,
    look: ({ ctx, pageId }, { fields }, look, id) =>
      previewMaintenanceUpdate(
        ctx,
        { pageId, id, body: readPostedText(fields, "body"), notify: isCheckboxTicked(fields, "notify") },
        look,
      ),
  },
};

/** Returns the form that was posted, by the query of its button; null = unknown. */
export function readReviewedForm(query: URLSearchParams) {
  const of = query.get("of") ?? "";
  if (!Object.hasOwn(reviewedFormSpecByName, of)) return null;
  return { form: reviewedFormSpecByName[of as ReviewedFormName], id: query.get("id") ?? "" };
}

/** Returns the language in which subscribers' messages are shown; null = the page's. */
export function readPreviewLanguage({ fields }: PostedForm): string | null {
  const chosen = readPostedText(fields, previewLanguageFieldName);
  return isLanguage(chosen) ? chosen : null;
}
