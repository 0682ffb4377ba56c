import { describe, expect, it } from "vitest";
import type { RequestView } from "../../extension/contract/requests/requests.ts";
import { formatRequestLabel } from "../../extension/text/requests/cards.ts";
import { settled } from "../unit/protocol/setup.ts";
import { begin } from "../unit/session/conversationSetup.ts";
import { hostileTexts } from "./hostileTexts.ts";

/** Emoji that a reader sees, however many characters they are joined from: those of Unicode's list, except for flags of tags. */
const listed = String.raw`[\p{RGI_Emoji_ZWJ_Sequence}\p{Emoji_Keycap_Sequence}\p{Basic_Emoji}]`;
const joinedEmoji = new RegExp(listed, "gv");
/** Characters that a reader would not see, so that a card must escape them. Line breaks and tabs are seen. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

async function ask(tool_name: string, input: object, extra: object = {}) {
  const { conversation, cli } = await begin();
  cli().write({ type: "control_request", request_id: "r1", request: { subtype: "can_use_tool", tool_name, input, tool_use_id: "t1", ...extra } });
  await settled();
  const [request] = conversation.state.requests;
  await conversation.close();
  return request;
}
/** Every text of a view, however deep. */
function getTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, entry]) => [key, ...getTexts(entry)]) : [];
}

describe.each(hostileTexts.map((text) => [text]))("%j", (text) => {
  it("is shown with everything in it that could hide, wherever it is approved", async () => {
    const places: [string, object, object?][] = [
      ["Bash", { command: text, description: text, [`extra ${text}`]: text }],
      ["Write", { file_path: `/w/${text}`, content: `${text}\n` }],
      ["Edit", { file_path: "/w/a", old_string: text, new_string: text, more: text }],
      ["WebFetch", { url: text, prompt: text }],
      ["AskUserQuestion", { questions: [{ question: text, header: text, options: [{ label: text, description: text }] }] }],
      ["ExitPlanMode", { plan: text }],
      [`mcp__${text}__tool`, { [text]: text }],
      [text, { any: text }],
      [
        "Bash",
        { command: "ls" },
        { title: text, blocked_path: text, decision_reason: text, description: text, agent_id: text, mcp_server: { name: text, source: text } },
      ],
      ["Bash", { command: "ls" }, { matched_ask_rule: { source: text, tool_name: text, rule_content: text } }],
      [
        "Bash",
        { command: "ls" },
        { permission_suggestions: [{ type: "addRules", rules: [{ toolName: text, ruleContent: text }], behavior: text, destination: text }] },
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

it("no two files read the same where only the label of their request stands", async () => {
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
    names.map(async (name) => formatRequestLabel((await ask("Write", { file_path: `/w/${name}`, content: "" })) as RequestView)),
  );
  expect(new Set(labels).size).toBe(names.length);
});
