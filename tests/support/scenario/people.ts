import { identityProviderTable, membershipTable, personTable, sessionTable } from "~/db/schema";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import { bornAt } from "./time";

/** A person, and their role on each page. */
interface Person extends Over<typeof personTable> {
  id: string;
  roles?: Record<string, string>;
}

/** People with a verified address each, and members of pages on which they have a role; none is signed in. */
export const somePeople = (...all: readonly Person[]): Piece =>
  piece({}, () => {
    const named = (id: string) => ({ name: `Name of ${id}`, email: `${id}@example.com`, ...bornAt(1) });
    const memberships = all.flatMap(({ id, roles = {} }) =>
      Object.entries(roles).map(([pageId, role]) => ({ pageId, personId: id, role, createdAt: 1 })),
    );
    const rows = all.map(({ roles: _, ...own }) => ({ ...named(own.id), ...own }));
    return [...rowsOf(personTable, rows), ...rowsOf(membershipTable, memberships)];
  });

/** Memberships of that page for existing people, by their ids. */
export const membersOf = (pageId: string, roles: Record<string, string>): Piece =>
  piece({}, () =>
    rowsOf(
      membershipTable,
      Object.entries(roles).map(([personId, role]) => ({ pageId, personId, role, createdAt: 1 })),
    ),
  );

/** A session of a person who has just signed in, with this in their cookie. */
export const signedIn = (personId: string, known: { id: string; tokenHash: string }): Piece =>
  piece({}, (_, now) => {
    const living = { createdAt: now, lastSeenAt: now, expiresAt: now + 1e9, provenAt: now };
    return rowsOf(sessionTable, [{ ...known, personId, ...living }]);
  });

/** A provider `provider1` by which people of the deployment could sign in, if its secret is set. */
export const aProvider = (secret?: string): Piece =>
  piece({}, async ({ secrets }) => {
    const secretSealed = secret === undefined ? "" : await secrets.seal(secret);
    const registered = { issuer: "https://id.example.com", clientId: "upfront", secretSealed };
    return rowsOf(identityProviderTable, [{ id: "provider1", name: "Acme", ...registered, ...bornAt(1) }]);
  });
