import { expect, it } from "vitest";
import { planKind } from "../../extension/core/conversation/requests/plans.ts";
import { hasUnrenderedText } from "../../webview/requests/hasUnrenderedText.ts";

/** Returns the answer for a plan as `claude` writes it, through the view of its request. */
function isSourceNeeded(plan: string): boolean | undefined {
  const request = { subtype: "can_use_tool", tool_name: "ExitPlanMode", tool_use_id: "t", input: { plan } } as const;
  const common = { id: "r", toolId: "t", revision: 0 };
  const view = planKind.createView({ request, common, folder: "/w", servers: [], ownFolders: [] });
  return view && hasUnrenderedText(view.text, view.plan);
}

it.each([
  ["what is quoted too deep", `${"> ".repeat(9)}HIDDEN`],
  ["what is listed too deep", Array.from({ length: 10 }, (_, depth) => `${"  ".repeat(depth)}- HIDDEN`).join("\n")],
  ["a surplus cell", "| a | b |\n|---|---|\n| 1 | 2 | HIDDEN |"],
  ["a surplus cell under single dashes", "| a | b |\n|-|-|\n| 1 | 2 | HIDDEN |"],
  ["a surplus cell under two dashes", "a|b\n--|--\n1|2|HIDDEN"],
  ["a surplus cell under aligned columns", "| a | b |\n|:-:|:-|\n| 1 | 2 | HIDDEN |"],
  ["a definition", "ok\n\n[HIDDEN]: /x"],
  ["a comment as a definition", "ok\n\n[//]: # (HIDDEN words)"],
  ["a label over several lines", "ok\n\n[HIDDEN\nHIDDEN]: /x"],
  ["a label with an escaped bracket", "ok\n\n[HID\\]DEN HIDDEN]: /x"],
  ["a definition in a task", "- [ ] [HIDDEN HIDDEN]: /x"],
  ["a definition in a numbered task", "1. [x] [HIDDEN]: <HIDDEN words here>"],
  ["words after the language of a block", "```sh HIDDEN\nls\n```"],
  ["words after the language in a list", "- ```sh HIDDEN words\n  ls\n  ```"],
  ["words after the language in a numbered list", "1. ~~~ sh HIDDEN words\n   ls\n   ~~~"],
  ["words after the language in a list in a quote", "> - ```sh HIDDEN\n>   ls\n>   ```"],
  ["an empty link", "ok [](<HIDDEN words to do>) ok"],
  ["the title of a link", 'See [the docs](https://a.b "HIDDEN words").'],
  ["the address of a link", "See [the docs](https://HIDDEN.example/)."],
  ["an anchor", "See [the docs](#HIDDEN)."],
  ["an address that is no link", "See [the docs](<x-y:HIDDEN words>)."],
  ["the address of an image", '![logo](<HIDDEN words> "HIDDEN")'],
  ["a comment in a formula", "$$\nx % HIDDEN words\n$$"],
  ["a comment in a block of a formula", "```math\nx % HIDDEN words\n```"],
  ["a phantom of a formula", "ok $x\\phantom{\\text{HIDDEN words}}$ ok"],
  ["the color of a formula", "ok $\\color{white}{\\text{HIDDEN}}$ ok"],
  ["an overlap of a formula", "ok $x\\rlap{\\text{HIDDEN}}$ ok"],
  ["a comment in a diagram", "```mermaid\nflowchart LR\n a-->b\n%% HIDDEN words\n```"],
  ["numbers that the list replaces", "1. a\n7. b"],
  ["numbers of tasks", "7. [ ] a"],
  ["an entity in code", "`sleep 1 &wait; echo`"],
  ["code that is long enough to be folded", `\`\`\`\n${"a\n".repeat(41)}\`\`\``],
  [
    "a table that is long enough to be folded",
    `| a |\n|---|\n${Array.from({ length: 2_000 }, (_, at) => `| ${at} |\n`).join("")}`,
  ],
])("finds that Markdown may not draw all of a plan: %s", (_, plan) => expect(isSourceNeeded(plan)).toBe(true));

it("finds nothing in a plan of what Markdown draws", () => {
  const plan = `# Plan ✔️ &amp; more #

1. **Read** \`src/a.ts\`
2. Change _it_ & test ~~all~~ a \\* b 😀
   - nested, with https://a.example/b and <https://a.example/c>

- [x] done
- [X] also done
- [ ] open

| a | b |
|---|:-:|
| 1 | 2 |
| 3 |

\`\`\`ts
const a = b < c && d; // x => "$1" | ~0
\`\`\`

> quote <!-- comment --> <b>bold</b>

    indented

Last
====
`;
  expect(isSourceNeeded(plan)).toBe(false);
});
