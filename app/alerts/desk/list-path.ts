import { type PostedForm, readPostedText } from "~/ui/parts/posted-form";

/** Returns the path of the list from which an alert's form was sent; Now unless it is below the page's management. */
export function alertListPathIn({ fields }: PostedForm, slug: string): string {
  const back = readPostedText(fields, "back");
  return back.startsWith(`/manage/${slug}/`) && /^[\w/.~%-]+$/.test(back) ? back : `/manage/${slug}`;
}
