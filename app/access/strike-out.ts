/** Shortest secret that is hidden; hiding shorter ones would make texts unreadable. */
const minSecretChars = 4;

export const redactionMask = "••••";

/** A node in the tree of all secrets. `next` contains the child nodes by UTF-16 code unit. */
interface SecretNode {
  next: Map<number, SecretNode>;
  /**
   * The node of the longest proper suffix of this path that also begins a secret; null at the root. The search
   * continues there when no child matches.
   */
  fallback: SecretNode | null;
  /** Length of the longest secret that ends here; 0 when none does. */
  ends: number;
}

const newPlace = (): SecretNode => ({ next: new Map(), fallback: null, ends: 0 });

function plant(root: SecretNode, secret: string): void {
  let at = root;
  for (let index = 0; index < secret.length; index++) {
    const letter = secret.charCodeAt(index);
    const next = at.next.get(letter) ?? newPlace();
    at.next.set(letter, next);
    at = next;
  }
  at.ends = secret.length;
}

function stepFrom(place: SecretNode, letter: number, root: SecretNode): SecretNode {
  for (let at: SecretNode | null = place; at; at = at.fallback) {
    const next = at.next.get(letter);
    if (next) return next;
  }
  return root;
}

/** Builds an Aho–Corasick automaton, so that a text is scanned once, however many secrets there are. */
function treeOf(secrets: Iterable<string>): SecretNode {
  const root = newPlace();
  for (const secret of secrets) plant(root, secret);
  const places = [root];
  for (const place of places) {
    for (const [letter, next] of place.next) {
      next.fallback = place.fallback ? stepFrom(place.fallback, letter, root) : root;
      next.ends ||= next.fallback.ends;
      places.push(next);
    }
  }
  return root;
}

/** Returns the ranges of the text that contain secrets; adjacent ranges are merged. */
function hiddenIn(text: string, root: SecretNode): [from: number, to: number][] {
  const hidden: [number, number][] = [];
  let at = root;
  for (let index = 0; index < text.length; index++) {
    at = stepFrom(at, text.charCodeAt(index), root);
    if (at.ends === 0) continue;
    let from = index + 1 - at.ends;
    for (let last = hidden.at(-1); last && last[1] >= from; last = hidden.at(-1)) {
      from = Math.min(from, last[0]);
      hidden.pop();
    }
    hidden.push([from, index + 1]);
  }
  return hidden;
}

/**
 * Returns a function that removes secrets from texts, with work proportional to the letters of the text and of the
 * secrets, not to their product. Overlapping secrets are hidden as one.
 */
export function secretRedactor(secrets: Iterable<string>): (text: string) => string {
  const root = treeOf([...new Set(secrets)].filter((each) => each.length >= minSecretChars));
  return (text) => {
    let [shown, at] = ["", 0];
    for (const [from, to] of hiddenIn(text, root)) {
      shown += text.slice(at, from) + redactionMask;
      at = to;
    }
    return shown + text.slice(at);
  };
}
