import { describe, expect, it } from "vitest";
import type { RequestView } from "../../extension/shared/contract/requests/requests.ts";
import { formatRequestLabel } from "../../extension/shared/text/requests/cards.ts";
import { begin } from "../unit/core/conversation/conversationSetup.ts";
import { settled } from "../unit/core/protocol/setup.ts";
import { hostileTexts } from "./hostileTexts.ts";

/**
 * Emoji that a reader sees, however many characters they are joined from: those of Unicode's list, except for flags of
 * tags.
 */
const listed = String.raw`[\p{RGI_Emoji_ZWJ_Sequence}\p{Emoji_Keycap_Sequence}\p{Basic_Emoji}]`;
const joinedEmoji = new RegExp(listed, "gv");
/** Characters that a reader would not see, so that a card must escape them. Line breaks and tabs are seen. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const everyUnseen = new RegExp(unseen.source, "gu");

async function ask(tool_name: string, input: object, extra: object = {}) {
  const { conversation, cli } = await begin();
  cli().write({
    type: "control_request",
    request_id: "r1",
    request: { subtype: "can_use_tool", tool_name, input, tool_use_id: "t1", ...extra },
  });
  await settled();
  const [request] = conversation.state.requests;
  await conversation.close();
  return request;
}
/** Every text of a view, however deep. */
function getTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, entry]) => [key, ...getTexts(entry)])
    : [];
}

describe.each(hostileTexts.map((text) => [text]))("%j", (text) => {
  it("is shown with everything in it that could hide, wherever it is approved", async () => {
    const places: [string, object, object?][] = [
      ["Bash", { command: text, description: text, [`extra ${text}`]: text }],
      ["Write", { file_path: `/w/${text}`, content: `${text}\n` }],
      ["Edit", { file_path: "/w/a", old_string: text, new_string: text, more: text }],
      ["WebFetch", { url: text, prompt: text }],
      [
        "AskUserQuestion",
        { questions: [{ question: text, header: text, options: [{ label: text, description: text }] }] },
      ],
      ["ExitPlanMode", { plan: text }],
      [`mcp__${text}__tool`, { [text]: text }],
      [text, { any: text }],
      [
        "Bash",
        { command: "ls" },
        {
          title: text,
          blocked_path: text,
          decision_reason: text,
          description: text,
          agent_id: text,
          mcp_server: { name: text, source: text },
        },
      ],
      ["Bash", { command: "ls" }, { matched_ask_rule: { source: text, tool_name: text, rule_content: text } }],
      [
        "Bash",
        { command: "ls" },
        {
          permission_suggestions: [
            { type: "addRules", rules: [{ toolName: text, ruleContent: text }], behavior: text, destination: text },
          ],
        },
      ],
    ];
    for (const [tool, input, extra] of places) {
      const request = await ask(tool, input, extra);
      const { id: _id, toolId: _toolId, ...shown } = request ?? { id: "", toolId: "" };
      const hidden = getTexts(shown).filter((entry) => unseen.test(entry.replaceAll(joinedEmoji, "")));
      expect(hidden, `${tool} ${JSON.stringify(input)}`).toEqual([]);
    }
  });
});

it("gives each file its own text where only the label of its request is visible", async () => {
  // The program itself cuts white space off at the ends.
  const names = [
    "a.txt",
    "a .txt",
    "a  .txt",
    "a\n.txt",
    "a\r\n.txt",
    "a\t.txt",
    " a.txt",
    "a\u00a0.txt",
    "a\u200b.txt",
    "a⟦U+200B⟧.txt",
    "👩💻.txt",
    "👩\u200d💻.txt",
  ];
  const labels = await Promise.all(
    names.map(async (name) =>
      formatRequestLabel((await ask("Write", { file_path: `/w/${name}`, content: "" })) as RequestView),
    ),
  );
  expect(new Set(labels).size).toBe(names.length);
});

describe.each([
  ["▶️", "▶"],
  ["✔️", "✔"],
  ["1️⃣", "1⃣"],
  ["👩‍💻", "👩💻"],
  ["©️", "©"],
  ["Ⓜ️", "Ⓜ"],
])("%j and %j", (joined, bare) => {
  it.each<[string, (text: string) => Parameters<typeof ask>]>([
    ["command", (text) => ["Bash", { command: `rm ${text}` }]],
    ["edited line", (text) => ["Write", { file_path: "/w/a", content: `${text}\n` }]],
    ["address", (text) => ["WebFetch", { url: `https://a.example/${text}`, prompt: "p" }]],
    ["field", (text) => ["Unknown", { [text]: text }]],
    ["tool", (text) => [text, {}]],
    ["tool of a server", (text) => [`mcp__s__${text}`, {}]],
    ["server", (text) => ["Bash", { command: "ls" }, { mcp_server: { name: text } }]],
    [
      "matched rule",
      (text) => ["Bash", { command: "ls" }, { matched_ask_rule: { tool_name: "Bash", rule_content: text } }],
    ],
    [
      "suggested rule",
      (text) => {
        const rule = {
          type: "addRules",
          rules: [{ toolName: "Bash", ruleContent: `./run ${text}:*` }],
          behavior: "allow",
          destination: "session",
        };
        return ["Bash", { command: "ls" }, { permission_suggestions: [rule] }];
      },
    ],
  ])("never look the same in a %s", async (_, call) => {
    const [one, other] = await Promise.all(
      [joined, bare].map(async (text) =>
        getTexts(await ask(...call(text))).map((each) => each.replaceAll(everyUnseen, "")),
      ),
    );
    expect(one).not.toEqual(other);
  });

  it("are not edited as text while a part of one of them is not visible", async () => {
    expect(await ask("Bash", { command: `rm ${joined}` })).not.toHaveProperty("editable");
    expect(await ask("Bash", { command: "rm a" })).toHaveProperty("editable");
  });
});
