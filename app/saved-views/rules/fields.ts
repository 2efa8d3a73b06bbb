import type { FieldCatalogue } from "~/fields/field-about";
import { withFieldWords } from "~/fields/field-words";
import { choiceField, type Fields } from "~/fields/fields";
import { savedViewQueryMaxChars } from "./saved-view";
import { savedViewRooms } from "./saved-view-room";
import english from "./words/en.json";

const fieldWords = { name: "saved-views", english } satisfies FieldCatalogue;

/** The fields of a saved view. */
export const savedViewFields = withFieldWords(fieldWords, "saved_view", {
  name: { kind: "line", required: true },
  room: choiceField({ choices: savedViewRooms, initial: "incidents" }),
  query: { kind: "text", rows: 2, longest: savedViewQueryMaxChars },
  everyone: { kind: "tick", initial: false },
}) satisfies Fields;

/** The field by which people rename one. */
export const savedViewNameFields = { name: savedViewFields.name };

/** The fields that programs may change. */
export const savedViewChangeFields = { name: savedViewFields.name, query: savedViewFields.query };
