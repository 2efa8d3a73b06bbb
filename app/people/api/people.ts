import { createRoute, z } from "@hono/zod-openapi";
import { roles } from "~/access/actor";
import { type Api, atPage, pageOfRows, precondition } from "~/api/environment";
import { nounRoutes } from "~/api/noun-routes";
import { orRefuse } from "~/api/reply";
import { id, instant, json, pageParam, refusals, slice, toInstant } from "~/api/shapes";
import { createInvitation } from "../invitations/create";
import { type InvitationView, listInvitations, revokeInvitation } from "../invitations/verbs";
import { listMembers, type MemberView } from "../memberships/verbs";

const role = z.enum(roles);

const member = z
  .object({
    id,
    page_id: id,
    name: z.string(),
    email: z.string().nullable().openapi({ description: "For admins and owners" }),
    role,
    joined_at: instant,
  })
  .openapi("Person");

const core = { id, page_id: id, email: z.string().nullable(), role };
const listed = z
  .object({ ...core, invited_by: z.string().nullable(), created_at: instant, expires_at: instant })
  .openapi("Invitation");
const invited = z
  .object({ ...core, link: z.string().nullable().openapi({ description: "To hand over; shown this once" }) })
  .openapi("MadeInvitation");

const given = z.strictObject({
  invitation: z.strictObject({
    role,
    email: z.string().optional().openapi({ description: "Absent: a invitation link is made" }),
  }),
});

const tags = ["People"];
const path = "/pages/{page}/invitations";
const at = nounRoutes("People", path);
const people = createRoute({
  method: "get",
  path: "/pages/{page}/people",
  tags,
  summary: "The people of a page with their roles",
  request: { params: pageParam, query: slice },
  responses: { 200: json(z.array(member), "People"), ...refusals },
});
const list = at.list("The open invitations of a page", json(z.array(listed), "Invitations"));
const create = at.create(
  "Invite someone by email, or create an invitation link",
  given,
  json(invited, "The invitation"),
);
const revoke = at.remove("Take an open invitation back", "Revoked");

const showMember = (pageId: string, { personId, name, email, role: has, joinedAt }: MemberView) => ({
  id: personId,
  page_id: pageId,
  name,
  email,
  role: has,
  joined_at: toInstant(joinedAt),
});

const showInvitation = (pageId: string, row: InvitationView) => ({
  id: row.id,
  page_id: pageId,
  email: row.email,
  role: row.role,
  invited_by: row.inviter,
  created_at: toInstant(row.createdAt),
  expires_at: toInstant(row.expiresAt),
});

export function addPeople(api: Api): void {
  api.openapi(people, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const rows = orRefuse(await listMembers(ctx, { pageId })).map((row) => showMember(pageId, row));
    return c.json(pageOfRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const rows = orRefuse(await listInvitations(ctx, { pageId })).map((row) => showInvitation(pageId, row));
    return c.json(pageOfRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { invitation } = c.req.valid("json");
    const { commitId } = await precondition(c);
    const asked = { pageId, role: invitation.role, email: invitation.email, commitId };
    const made = orRefuse(await createInvitation(ctx, asked));
    const email = invitation.email?.trim().toLowerCase() || null;
    return c.json({ ...made, page_id: pageId, email, role: invitation.role }, 201);
  });
  api.openapi(revoke, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    orRefuse(await revokeInvitation(ctx, { pageId, id: c.req.valid("param").id, ...(commitId ? { commitId } : {}) }));
    return c.body(null, 204);
  });
}
