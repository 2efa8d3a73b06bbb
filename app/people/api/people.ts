import { createRoute, z } from "@hono/zod-openapi";
import { roles } from "~/access/actor";
import { type Api, findPageContextOfRequest, paginateRows, readPrecondition } from "~/api/environment";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  jsonResponseSpec,
  pagePathParamsSchema,
  paginationQueryInputSchema,
  toIsoInstant,
} from "~/api/shapes";
import { createInvitation } from "../invitations/create";
import { type InvitationView, listInvitations, revokeInvitation } from "../invitations/verbs";
import { listMembers, type MemberView } from "../memberships/verbs";

const role = z.enum(roles);

const member = z
  .object({
    id: idSchema,
    page_id: idSchema,
    name: z.string(),
    email: z.string().nullable().openapi({ description: "For admins and owners" }),
    role,
    joined_at: instantSchema,
  })
  .openapi("Person");

const core = { id: idSchema, page_id: idSchema, email: z.string().nullable(), role };
const listed = z
  .object({ ...core, invited_by: z.string().nullable(), created_at: instantSchema, expires_at: instantSchema })
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
  request: { params: pagePathParamsSchema, query: paginationQueryInputSchema },
  responses: { 200: jsonResponseSpec(z.array(member), "People"), ...errorResponses },
});
const list = at.list("The open invitations of a page", jsonResponseSpec(z.array(listed), "Invitations"));
const create = at.create(
  "Invite someone by email, or create an invitation link",
  given,
  jsonResponseSpec(invited, "The invitation"),
);
const revoke = at.remove("Take an open invitation back", "Revoked");

const showMember = (pageId: string, { personId, name, email, role: has, joinedAt }: MemberView) => ({
  id: personId,
  page_id: pageId,
  name,
  email,
  role: has,
  joined_at: toIsoInstant(joinedAt),
});

const showInvitation = (pageId: string, row: InvitationView) => ({
  id: row.id,
  page_id: pageId,
  email: row.email,
  role: row.role,
  invited_by: row.inviter,
  created_at: toIsoInstant(row.createdAt),
  expires_at: toIsoInstant(row.expiresAt),
});

export function addPeopleRoutes(api: Api): void {
  api.openapi(people, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const rows = valueOrThrow(await listMembers(ctx, { pageId })).map((row) => showMember(pageId, row));
    return c.json(paginateRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const rows = valueOrThrow(await listInvitations(ctx, { pageId })).map((row) => showInvitation(pageId, row));
    return c.json(paginateRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { invitation } = c.req.valid("json");
    const { commitId } = await readPrecondition(c);
    const asked = { pageId, role: invitation.role, email: invitation.email, commitId };
    const made = valueOrThrow(await createInvitation(ctx, asked));
    const email = invitation.email?.trim().toLowerCase() || null;
    return c.json({ ...made, page_id: pageId, email, role: invitation.role }, 201);
  });
  api.openapi(revoke, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const { id } = c.req.valid("param");
    valueOrThrow(await revokeInvitation(ctx, { pageId, id, ...(commitId ? { commitId } : {}) }));
    return c.body(null, 204);
  });
}
