/** Most characters of a search that count. */
const maxQueryChars = 100;

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

interface GroupedName {
  name: string;
  groupId: string | null;
}

/** Returns the components whose own or group's name contains every word of the query, in any case. */
export function findMatchingComponents<Component extends GroupedName>(
  components: readonly Component[],
  groups: readonly { id: string; name: string }[],
  query: string,
): Component[] {
  const words = plain(query.slice(0, maxQueryChars)).split(/\s+/).filter(Boolean);
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  return components.filter(({ name, groupId }) => {
    const text = plain(`${groupNames.get(groupId ?? "") ?? ""} ${name}`);
    return words.every((word) => text.includes(word));
  });
}
