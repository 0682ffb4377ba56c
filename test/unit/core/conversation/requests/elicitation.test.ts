import { expect, it } from "vitest";
import { readField } from "../../../../../extension/shared/contract/requests/elicitation.ts";
import type { ElicitationView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { formatFieldProblem } from "../../../../../extension/shared/text/requests/elicitation.ts";
import { settled } from "../../protocol/setup.ts";
import { begin, getAnswer } from "../conversationSetup.ts";

const schema = {
  type: "object",
  required: ["name", "__proto__"],
  properties: JSON.parse(`{
    "age": {"type": "integer", "minimum": 18, "default": 20},
    "name": {"type": "string", "title": "Your\\u202e name", "minLength": 2, "maxLength": 4},
    "mail": {"type": "string", "format": "email"},
    "size": {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]},
    "color": {"oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]},
    "tags": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"enum": ["a", "b", "c"]}},
    "isSure": {"type": "boolean"},
    "deep": {"type": "object"},
    "__proto__": {"type": "string"}
  }`),
};

async function asked(set: object = {}) {
  const world = await begin();
  const request = {
    subtype: "elicitation",
    mcp_server_name: "crm",
    message: "Who?\u200b",
    requested_schema: schema,
    property_order: ["name", "gone"],
    ...set,
  };
  world.cli().write({ type: "control_request", request_id: "e1", request });
  await settled();
  const view = () => world.conversation.state.requests[0] as ElicitationView;
  const answer = async (decision: Parameters<typeof world.conversation.permissions.decide>[2]) => {
    world.conversation.permissions.decide("e1", view().revision, decision);
    await settled();
    return getAnswer(world.cli(), "e1")?.["response"];
  };
  return { ...world, view, answer };
}

it("shows a form in the server's order, with invisible characters marked", async () => {
  const { view } = await asked();
  expect(view()).toMatchObject({ kind: "elicitation", server: "crm", message: "Who?⟦U+200B⟧" });
  expect(view().fields.map(({ label, isRequired, input }) => [label, isRequired, input.kind])).toEqual([
    ["Your⟦U+202E⟧ name", true, "text"],
    ["age", false, "number"],
    ["mail", false, "text"],
    ["size", false, "choice"],
    ["color", false, "choice"],
    ["tags", false, "choices"],
    ["isSure", false, "boolean"],
    ["deep", false, "json"],
    ["__proto__", true, "text"],
  ]);
  expect(view().fields[3]?.input).toEqual({
    kind: "choice",
    options: [
      { value: "s", label: "Small" },
      { value: "l", label: "Large" },
    ],
  });
});

it("sends filled fields under the server's names, without empty ones", async () => {
  const { answer, conversation } = await asked();
  const sent = await answer({ kind: "fill", values: ["Ann", "44", null, "l", null, ["b"], true, '{"a":1}', "x"] });
  const content = { name: "Ann", age: 44, size: "l", tags: ["b"], isSure: true, deep: { a: 1 } };
  expect(sent).toMatchObject({ action: "accept", content });
  expect(Object.getPrototypeOf(sent.content)).toBe(Object.prototype);
  expect(conversation.state.requests).toEqual([]);
});

it.each([
  { kind: "deny" },
  { kind: "allow" },
  { kind: "visit" },
  { kind: "fill", values: [] },
  { kind: "fill", values: ["Annabel", null, null, null, null, null, null, null, "x"] },
] as const)("declines a decision that does not fit the form: %j", async (decision) => {
  const { answer } = await asked();
  expect(await answer(decision)).toEqual({ action: "decline" });
});

it("distinguishes a dismissal from a refusal", async () => {
  const { answer } = await asked();
  expect(await answer({ kind: "dismiss" })).toEqual({ action: "cancel" });
});

it.each([
  ["https://login.example.com/a?b#c", "login.example.com"],
  ["https://good.example@evil.org/", "evil.org"],
  ["https://evil.org\\@good.example/", undefined],
  ["https://evil.org\\.good.example/", undefined],
  ["https://good.example/a\\@b", "good.example"],
  ["http://127.0.0.1:8080/", "127.0.0.1:8080"],
  ["javascript:alert(1)", undefined],
  ["file:///etc/passwd", undefined],
  ["https://a.com/\u202e", undefined],
  ["", undefined],
  ["https://\u0430pple.com/login", "xn--pple-43d.com"],
  ["https://bank.com\u3002evil.example/", "bank.com.evil.example"],
  ["https://2130706433/", "127.0.0.1"],
  ["https://bad%2fhost.example/", undefined],
])("names the host of a page: %s is %s", async (url, host) => {
  const { view, answer } = await asked({ mode: "url", url });
  expect(view().page?.host).toBe(host);
  expect(await answer({ kind: "visit" })).toEqual({ action: host === undefined ? "decline" : "accept" });
});

it("closes a form when claude cancels it", async () => {
  const { cli, conversation } = await asked();
  cli().write({ type: "control_cancel_request", request_id: "e1" });
  await settled();
  expect(conversation.state.requests).toEqual([]);
});

const text = { label: "x", isRequired: false } as const;
it.each([
  [{ kind: "text", format: "email" }, "a@b", "notEmail"],
  [{ kind: "text", format: "uri" }, "nothing", "notUrl"],
  [{ kind: "text", format: "date" }, "2026-13-01", "notDate"],
  [{ kind: "text", format: "date-time" }, "2026-01-01", "notDate"],
  [{ kind: "text", minLength: 3 }, "ab", "tooShort"],
  [{ kind: "number", isInteger: true }, "1.5", "notInteger"],
  [{ kind: "number", isInteger: false }, "1e999", "notNumber"],
  [{ kind: "number", isInteger: false, minimum: 2 }, "1", "tooSmall"],
  [{ kind: "number", isInteger: false, maximum: 2 }, "3", "tooLarge"],
  [{ kind: "choice", options: [] }, "a", "notOffered"],
  [{ kind: "choices", options: [{ value: "a", label: "a" }], minimum: 2, initial: [] }, ["a"], "tooFew"],
  [{ kind: "choices", options: [{ value: "a", label: "a" }], minimum: 0, maximum: 0, initial: [] }, ["a"], "tooMany"],
  [{ kind: "json" }, "{", "notJson"],
] as const)("reads a field %j with %j: %s", (input, value, code) => {
  const reading = readField({ ...text, input }, value);
  expect(reading).toMatchObject({ problem: { code } });
  if ("problem" in reading) expect(formatFieldProblem(reading.problem)).toMatch(/\.$|https:$/);
});

it("reads values before types, so that defaults and limits apply in any schema", async () => {
  const properties = {
    level: {
      oneOf: [
        { const: "low", title: "Low" },
        { const: "high", title: "High" },
      ],
      default: "high",
    },
    port: { type: "integer", enum: [80, 443], default: 443 },
    mixed: { enum: [1, "1", true, null] },
    ratio: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    old: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9 },
    name: { type: ["string", "null"], default: "Ann" },
    fixed: { const: "yes" },
    codes: { type: "array", items: { enum: [1, 2] }, default: [2] },
    either: { type: ["string", "number"] },
  };
  const { view, answer } = await asked({ requested_schema: { type: "object", properties }, property_order: undefined });
  const inputs = new Map(view().fields.map(({ label, input }) => [label, input]));
  expect(inputs.get("level")).toMatchObject({ kind: "choice", initial: "high" });
  expect(inputs.get("port")).toEqual({
    kind: "choice",
    initial: "443",
    options: [80, 443].map((sent) => ({ value: `${sent}`, label: `${sent}`, sent })),
  });
  expect(inputs.get("mixed")).toMatchObject({
    options: [{ value: "1" }, { value: '"1"' }, { value: "true" }, { value: "null" }],
  });
  expect(inputs.get("ratio")).toEqual({ kind: "number", isInteger: false, exclusiveMinimum: 0, exclusiveMaximum: 1 });
  expect(inputs.get("old")).toEqual({ kind: "number", isInteger: false, exclusiveMinimum: 0, maximum: 9 });
  expect(inputs.get("name")).toEqual({ kind: "text", initial: "Ann" });
  expect([inputs.get("fixed")?.kind, inputs.get("either")?.kind]).toEqual(["choice", "json"]);
  expect(inputs.get("codes")).toMatchObject({ kind: "choices", initial: ["2"] });
  const ratio = view().fields.find(({ label }) => label === "ratio") ?? expect.fail();
  expect(["0", "1", "0.5"].map((text) => readField(ratio, text))).toEqual([
    { problem: { code: "notAbove", limit: 0 } },
    { problem: { code: "notBelow", limit: 1 } },
    { value: 0.5 },
  ]);
  const sent = await answer({ kind: "fill", values: ["high", "443", "null", "0.5", "9", "Bo", "yes", ["1"], "7"] });
  expect(sent.content).toEqual({
    level: "high",
    port: 443,
    mixed: null,
    ratio: 0.5,
    old: 9,
    name: "Bo",
    fixed: "yes",
    codes: [1],
    either: 7,
  });
});

it.each([
  ["line breaks", "ls\nrm", "ls\nrm"],
  ["invisible characters", "a\u202eb", "a⟦U+202E⟧b"],
  ["more characters than an input has room for", "x".repeat(31), "x".repeat(31)],
  ["nothing that an input hides", "x".repeat(30), undefined],
])("shows a text that the server filled in beside its input where it has %s", async (_, text, shownInitial) => {
  const { view, answer } = await asked({
    requested_schema: { properties: { note: { type: "string", default: text } } },
    property_order: undefined,
  });
  expect(view().fields[0]?.input).toEqual({
    kind: "text",
    initial: text,
    ...(shownInitial === undefined ? {} : { shownInitial }),
  });
  expect(await answer({ kind: "fill", values: [text] })).toEqual({ action: "accept", content: { note: text } });
});

it("offers an empty text like any other value", async () => {
  const { view, answer } = await asked({
    requested_schema: { required: ["a"], properties: { a: { enum: ["", "b"], default: "" } } },
    property_order: undefined,
  });
  const options = [
    { value: '""', label: '""', sent: "" },
    { value: '"b"', label: "b", sent: "b" },
  ];
  expect(view().fields[0]?.input).toEqual({ kind: "choice", options, initial: '""' });
  expect(await answer({ kind: "fill", values: ['""'] })).toEqual({ action: "accept", content: { a: "" } });
});
