/** The form that acts on several notices. */
export const bulkNoticesFormName = "several";
const box = "notice-";

export const noticeCheckboxName = (id: string): string => `${box}${id}`;

/** Returns the notices whose boxes are ticked in a form. */
export const readTickedNoticeIds = (fields: FormData): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith(box) ? [name.slice(box.length)] : []));
