/** @jsxImportSource ~/html */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Html, trustedHtml } from "./jsx-runtime";

const text = (html: Html | null) => html?.text;

test("elements, attributes, lists and components are printed in order", () => {
  const Pair = ({ name, children }: { name: string; children: string }) => (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
  const shown = (
    <dl class="facts">
      {["a", "b"].map((name) => (
        <Pair key={name} name={name}>
          {name.toUpperCase()}
        </Pair>
      ))}
    </dl>
  );
  expect(text(shown)).toBe('<dl class="facts"><dt>a</dt><dd>A</dd><dt>b</dt><dd>B</dd></dl>');
});

test("what is not there prints nothing; a zero does; a switch is its name", () => {
  expect(
    text(
      <p id={undefined}>
        {null}
        {undefined}
        {false}
        {0}
      </p>,
    ),
  ).toBe("<p>0</p>");
  expect(text(<details open />)).toBe("<details open></details>");
  expect(text(<details open={false} />)).toBe("<details></details>");
  expect(text(<meta name="robots" content="noindex" />)).toBe('<meta name="robots" content="noindex">');
});

test("text never becomes markup, as content or as an attribute, unless its maker says that it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."<>&\"'=/a `") }), (given) => {
      const printed = text(<p title={given}>{given}</p>) ?? "";
      expect(printed).toMatch(/^<p title="[^<>"']*">[^<>"']*<\/p>$/);
      const back = printed
        .replace(/^.*?>|<\/p>$/g, "")
        .replace(
          /&(lt|gt|quot|#39|amp);/g,
          (_, name) => ({ lt: "<", gt: ">", quot: '"', "#39": "'" })[name as "lt"] ?? "&",
        );
      expect(back).toBe(given);
    }),
  );
  expect(text(<p>{trustedHtml("<b>bold</b>")}</p>)).toBe("<p><b>bold</b></p>");
});
