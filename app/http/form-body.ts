import { fail, ok, type Result } from "~/failures/failure";
import { mediaTypeOf } from "~/text/media-type";
import { readRequestBody } from "./body";

/** 1 MB: two texts of 25,000 characters in any script, percent-encoded, and the rest of a form. */
const usualFormBytes = 1_048_576;

const accepted = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** A form that was read once, for the action and for the page that shows a refusal. */
export interface FormBody {
  bytes: Uint8Array<ArrayBuffer>;
  fields(): Promise<FormData>;
}

const cutOff = fail({ name: "malformed", code: "bad_form", detail: "form.cut_off" });

const parsed = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new Response(bytes, { headers: { "content-type": type } }).formData();

/** A multipart form names its boundary and ends with it; a urlencoded form can always be read. */
async function isReadable(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  if (mediaTypeOf(type) !== "multipart/form-data") return true;
  return parsed(bytes, type).then(
    () => true,
    () => false,
  );
}

/** Reads the body of a form, up to 1 MB or the limit given. Fails with too_large, unsupported or malformed. */
export async function readFormRequest(request: Request, limit = usualFormBytes): Promise<Result<FormBody>> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readRequestBody(request, limit);
  if (!body.ok) return body;
  const bytes = body.value as Uint8Array<ArrayBuffer>;
  if (bytes.length > 0 && !accepted.includes(mediaTypeOf(type))) {
    return fail({ name: "unsupported", code: "unsupported", accepted });
  }
  if (bytes.length > 0 && !(await isReadable(bytes, type))) return cutOff;
  return ok({ bytes, fields: async () => (bytes.length > 0 ? parsed(bytes, type) : new FormData()) });
}

const carriers = new Set(["_token", "_action"]);

/** Returns the fields as typed, for a page that offers to send them again. */
export async function readFormFieldValues(body: FormBody): Promise<Record<string, string>> {
  const fields = await body.fields();
  const values: Record<string, string> = {};
  for (const [name, value] of fields) if (!carriers.has(name) && typeof value === "string") values[name] = value;
  return values;
}
