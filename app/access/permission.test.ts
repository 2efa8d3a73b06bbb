import { expect, test } from "vitest";
import { type Actor, roles } from "./actor";
import { permitRole, permitTokenChange } from "./permission";

const token = { kind: "token", id: "t", personId: "ada", role: "owner", readOnly: false, operator: true } as const;
const member = { pageId: "p", role: "owner" as const };
const codeOf = (actor: Actor, need: (typeof roles)[number], nature?: { drafts: boolean }) => {
  const may = permitRole(actor, member, "p", need, nature);
  return may.ok ? "in" : "code" in may.failure ? may.failure.code : may.failure.name;
};

test.each(roles)("a drafter reads, and does of what needs %s only what says that it drafts", (need) => {
  const drafter = { ...token, drafter: true };
  expect(codeOf(drafter, need)).toBe(need === "viewer" ? "in" : "drafter_token");
  expect(codeOf(drafter, need, { drafts: true })).toBe("in");
  expect(codeOf({ ...drafter, readOnly: true }, need, { drafts: true })).toBe(
    need === "viewer" ? "in" : "read_only_token",
  );
  expect(codeOf(token, need)).toBe("in");
});

test("what is not there for its maker is not there for a drafter", () => {
  const drafter = { ...token, drafter: true };
  const nobody = permitRole(drafter, null, "p", "responder", { drafts: true });
  expect(nobody).toMatchObject({ failure: { name: "missing" } });
  const low = permitRole(drafter, { pageId: "p", role: "viewer" }, "p", "responder", { drafts: true });
  expect(low).toMatchObject({ failure: { name: "forbidden", detail: "role.responder" } });
});

test("a change that says nothing of itself is refused to a drafter, and to nobody else who may write", () => {
  expect(permitTokenChange({ ...token, drafter: true }).ok).toBe(false);
  expect(permitTokenChange({ ...token, drafter: true }, { drafts: true }).ok).toBe(true);
  expect(permitTokenChange(token).ok).toBe(true);
  expect(permitTokenChange({ kind: "machine", id: "m" }).ok).toBe(true);
});
