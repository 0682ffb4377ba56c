import fc from "fast-check";
import { examples } from "./examples.ts";

const fragments = [
  ...[
    "[foo]: /url\n",
    "[bar]:\n/u 'a\nb'\n",
    "[foo]",
    "![foo][bar]",
    "- a\n",
    "  - b\n",
    "1. c\n",
    "> ",
    "\n",
    "\n\n",
    "```\n",
    "~~~js\n",
    "|a|b|\n|-|-|\n",
  ],
  ...[
    "| x | y |\n",
    "*",
    "**",
    "_",
    "`",
    "``",
    "<b>",
    "<!--",
    "-->",
    "\\",
    "&amp;",
    "&nbsp;",
    "    ",
    "\t",
    "===\n",
    "---\n",
    "# h\n",
    "- [x] t\n",
    "text ",
  ],
  ...[
    "a*b",
    "http://a.b ",
    "😀",
    `x${"😀".repeat(2_200)}`,
    "\r\n",
    "\r",
    "word ".repeat(300),
    "x".repeat(4_100),
    "[x ".repeat(40),
  ],
  ...[`**bold ${"w ".repeat(700)}** `, "<div>\n", "</div>\n", "~~d~~", "]( ", "\0"],
  ...["[^1]", "[^1]: note\n", "[^a-b]: `c`\n    more\n", "text[^2].\n", "[^foo]", "[^foo]: /url\n"],
  ...["$$\n", "$x$", "$$y$$", "$5 and $6 ", "$", "a_1^2", "\\(z\\)", "\\[", "\\]", "\n\\[w\n"],
  ...[`$${"m".repeat(1_200)}`, `\n\\[${"v ".repeat(900)}`],
];

/** Markdown documents made of awkward parts. */
export const documents = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...fragments) },
      { weight: 2, arbitrary: fc.constantFrom(...examples.map(({ markdown }) => markdown)) },
      { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));
