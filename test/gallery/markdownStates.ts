import { call, reply } from "./items.ts";
import type { GalleryStates } from "./state.ts";

const code = Array.from({ length: 60 }, (_, index) => `const line${index} = ${index};`).join("\n");

/** Replies in Markdown. */
export const markdownStates: GalleryStates = {
  "markdown-text": {
    items: [
      reply(
        `# A heading\n\nSome **bold**, *emphasis*, ~~struck~~ and \`code\`, a [page](https://example.com) and \`src/reader.ts:12\`, as said in #12 and 1a2b3c4d.[^1]\n\n> A quote\n> with two lines\n\n---\n\n[^1]: A footnote.`,
      ),
      reply("Still being wri", { isStreaming: true }),
    ],
    files: ["src/reader.ts"],
  },
  "markdown-lists": {
    items: [reply("1. One\n   - nested\n   - again\n2. Two\n\n- [x] Done\n- [ ] To do\n\n* loose\n\n* list")],
  },
  "markdown-right-to-left": {
    items: [
      reply(
        "# סיכום השינויים\n\nעדכנתי את `src/reader.ts` כך שהוא קורא שורה אחר שורה.\n\n- تمت إضافة اختبار\n- One line in English\n  1. סעיף פנימי\n\n* [x] נבדק\n* [ ] לבדיקה\n* One without a box\n\n> - ציטוט עם רשימה\n>\n> A line in English\n\n| ملف | أسطر |\n| --- | ---: |\n| القارئ | 12 |",
      ),
    ],
  },
  "markdown-table": {
    items: [
      reply(
        "| Name | Reads | Writes |\n| --- | ---: | :---: |\n| reader | 12 | no |\n| a very long name of something | 3 | yes |",
      ),
    ],
  },
  "markdown-table-long": {
    items: [
      reply(
        `| Part | Takes |\n| --- | ---: |\n${Array.from({ length: 300 }, (_, index) => `| part ${index + 1} | ${index} ms |`).join("\n")}`,
      ),
    ],
  },
  "markdown-code": {
    items: [
      reply(
        `\`\`\`ts\n// A comment\nexport function greet(name: string): string {\n  return \`Hello \${name}\`;\n}\n\`\`\`\n\n\`\`\`js\n${code}\n\`\`\``,
      ),
    ],
  },
  // The button that copies the reply covers neither the row above nor the code.
  "markdown-code-first": {
    items: [
      call("Read", "src/greeting-of-the-reader.ts"),
      reply("```ts\nexport const greeting = 1;\n```\n\nThat is all."),
    ],
    steps: [{ focus: "Copy" }],
  },
  "markdown-math": {
    items: [
      reply(
        "The roots are $x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$, and\n\n$$\n\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}\n$$\n\nwhile it costs $5 and $6.",
      ),
    ],
  },
  "markdown-diagram": {
    items: [
      reply(
        "```mermaid\nflowchart LR\n  A[Reader] -->|opens| B(File)\n  B --> C{Is it read twice?}\n  C -->|yes| D[Mend it]\n  C -->|no| E[Look on]\n```",
      ),
    ],
  },
  "markdown-diagram-broken": { items: [reply("```mermaid\nflowchart LR\n  A[Reader --> \n```")] },
  "markdown-hostile": {
    items: [
      reply(
        "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[bad](javascript:alert(1)) ![image](https://example.com/x.png)\n\nשלום **עולם** 👩‍👩‍👧 ‮reversed",
      ),
    ],
  },
};
