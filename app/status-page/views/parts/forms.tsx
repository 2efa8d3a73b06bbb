/** @jsxImportSource ~/html */
import type { HtmlChild } from "~/html/jsx-runtime";
import type { RenderContext } from "./frame";

/** The hidden fields of a form. */
export interface HiddenFieldValues {
  /** For browsers that do not send the origin of a form (http/cross-site). */
  token: string;
  /** Made once per rendering: a form sent twice is one commit. */
  nonce: string;
}

/** The entered values and their errors, by field name; "" is for the form as a whole. */
export interface SubmittedForm {
  values: Record<string, string>;
  chosen: readonly string[];
  errors: Record<string, string>;
}

export const emptySubmittedForm: SubmittedForm = { values: {}, chosen: [], errors: {} };

const Hidden = ({ name, value }: { name: string; value: string }) => <input type="hidden" name={name} value={value} />;

interface PublicPostFormProps {
  action: string;
  carried: HiddenFieldValues;
  hidden?: Record<string, string>;
  children: HtmlChild;
}

export const PublicPostForm = ({ action, carried, hidden = {}, children }: PublicPostFormProps) => (
  <form class="f" method="post" action={action} novalidate>
    <Hidden name="_token" value={carried.token} />
    <Hidden name="nonce" value={carried.nonce} />
    {Object.entries(hidden).map(([name, value]) => (
      <Hidden key={name} name={name} value={value} />
    ))}
    {children}
  </form>
);

/** Shown first, so that screen readers announce it at once. */
export const FormErrorBanner = ({ frame, typed }: { frame: RenderContext; typed: SubmittedForm }) =>
  Object.keys(typed.errors).length === 0 ? null : (
    <p class="wrong" role="alert">
      {typed.errors[""] ?? typed.errors.byHand ?? frame.words.t("subscribe.failed")}
    </p>
  );

interface PublicFieldProps {
  id: string;
  name: string;
  label: string;
  type: "email" | "tel" | "text" | "url";
  typed: SubmittedForm;
  value?: string;
  autocomplete?: string;
  /** Says what it is and where it is found. */
  about?: string;
}

export function PublicFormField({ id, name, label, type, typed, value = "", autocomplete, about }: PublicFieldProps) {
  const error = typed.errors[name];
  return (
    <div>
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        value={typed.values[name] ?? value}
        {...(autocomplete ? { autocomplete } : {})}
        {...(about && !error ? { "aria-describedby": `${id}-about` } : {})}
        {...(error ? ({ "aria-invalid": "true", "aria-describedby": `${id}-error`, autofocus: true } as const) : {})}
      />
      {about ? (
        <p class="note" id={`${id}-about`}>
          {about}
        </p>
      ) : null}
      {error ? (
        <p class="wrong" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface ChoosableComponent {
  id: string;
  name: string;
  groupId: string | null;
}

type ChoosableGroup = Pick<ChoosableComponent, "id" | "name">;

interface SubscriptionScopeProps {
  frame: RenderContext;
  components: readonly ChoosableComponent[];
  /** A chosen group includes the components that are in it when a notification is sent. */
  groups: readonly ChoosableGroup[];
  scope: string;
  chosen: readonly string[];
  typed: SubmittedForm;
}

/** Number of components from which they are folded by group. */
const maxComponentsShown = 12;

interface ComponentPicksProps {
  frame: RenderContext;
  components: readonly ChoosableComponent[];
  ticked: ReadonlySet<string>;
}

const Picks = ({ frame, components, ticked }: ComponentPicksProps) => (
  <>
    {components.map(({ id, name }) => (
      <label class="pick" key={id}>
        <input type="checkbox" name="componentIds" value={id} checked={ticked.has(id)} />
        <span dir="auto" lang={frame.written}>
          {name}
        </span>
      </label>
    ))}
  </>
);

/** Chooses a whole group, with the components that are in it when a notification is sent. */
const GroupPick = ({ frame, id, name, ticked }: ChoosableGroup & Pick<ComponentPicksProps, "frame" | "ticked">) => (
  <label class="pick">
    <input type="checkbox" name="componentIds" value={id} checked={ticked.has(id)} />
    <span>{frame.words.t("subscribe.group", { group: name })}</span>
  </label>
);

/** Lists components by group; a group with a ticked component is open. */
function GroupedPicks({
  frame,
  components,
  groups,
  ticked,
}: ComponentPicksProps & Pick<SubscriptionScopeProps, "groups">) {
  const { t } = frame.words;
  const parts = [...groups, { id: null, name: null }].map((group) => ({
    ...group,
    members: components.filter(({ groupId }) => groupId === group.id),
  }));
  return (
    <>
      {parts
        .filter(({ id, members }) => members.length > 0 || ticked.has(id ?? ""))
        .map(({ id, name, members }) => (
          <details
            class="later"
            key={id ?? ""}
            open={[id ?? "", ...members.map((each) => each.id)].some((each) => ticked.has(each))}
          >
            <summary>
              {name === null ? t("components.heading") : <bdi lang={frame.written}>{name}</bdi>}
              <small>{t("components.group_members", { count: members.length })}</small>
            </summary>
            {id === null || name === null ? null : <GroupPick frame={frame} id={id} name={name} ticked={ticked} />}
            <Picks frame={frame} components={members} ticked={ticked} />
          </details>
        ))}
    </>
  );
}

/**
 * Chooses everything, or some components and groups. Works without a script, because components count only with their
 * radio button.
 */
export function SubscriptionScopeFields({ frame, components, groups, scope, chosen, typed }: SubscriptionScopeProps) {
  const { t } = frame.words;
  const picked = typed.values.scope ?? scope;
  const ticked = new Set(typed.chosen.length > 0 ? typed.chosen : chosen);
  if (components.length === 0) return null;
  return (
    <fieldset class="scope" {...(typed.errors.componentIds ? { "aria-describedby": "components-error" } : {})}>
      <legend>{t("subscribe.scope")}</legend>
      <label class="pick">
        <input type="radio" name="scope" value="page" checked={picked !== "components"} />
        {t("subscribe.scope_page")}
      </label>
      <label class="pick">
        <input type="radio" name="scope" value="components" checked={picked === "components"} />
        {t("subscribe.scope_components")}
      </label>
      {typed.errors.componentIds ? (
        <p class="wrong" id="components-error">
          {typed.errors.componentIds}
        </p>
      ) : null}
      <fieldset class="some" aria-label={t("subscribe.components")}>
        {components.length <= maxComponentsShown ? (
          <>
            {groups.map((group) => (
              <GroupPick key={group.id} frame={frame} ticked={ticked} {...group} />
            ))}
            <Picks frame={frame} components={components} ticked={ticked} />
          </>
        ) : (
          <GroupedPicks frame={frame} components={components} groups={groups} ticked={ticked} />
        )}
      </fieldset>
    </fieldset>
  );
}
