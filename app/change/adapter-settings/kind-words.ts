import { adapterFinderBySubject } from "./registries";
import { adapterSettingFields, type SettingField } from "./settings";

/** The English names of a kind and its settings. */
export interface KindWords {
  title: string;
  settings: SettingField[];
}

/**
 * Returns the words of a kind by its subject, as the audit log names it; null for a subject without kinds, or an
 * unknown kind.
 */
export function adapterKindWords(subjectKind: string, kind: string): KindWords | null {
  const adapter = Object.hasOwn(adapterFinderBySubject, subjectKind)
    ? adapterFinderBySubject[subjectKind as keyof typeof adapterFinderBySubject](kind)
    : null;
  if (!adapter) return null;
  return { title: adapter.title, settings: adapterSettingFields(adapter) };
}
