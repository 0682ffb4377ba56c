import { describe, expect, it } from "vitest";
import type { Item, ToolItem } from "../../extension/shared/contract/items.ts";
import type { ToolDetails } from "../../extension/shared/contract/tools.ts";
import type { WholeConversation } from "../../extension/shared/contract/wholeConversation.ts";
import { exportFormats, exportText } from "../../extension/shared/pages/export/exported.ts";
import { hostileTexts } from "../fuzz/hostileTexts.ts";

const tool = (id: string, subject: string): ToolItem => ({
  kind: "tool",
  id,
  tool: "Bash",
  toolKind: "command",
  subject,
  state: "done",
  threadSize: 0,
});
const items: Item[] = [
  {
    kind: "prompt",
    id: "p",
    text: "Make it\nwork",
    attachments: [{ id: "a", kind: "image", name: "<shot>.png", mediaType: "image/png", size: 1 }],
  },
  { kind: "thinking", id: "th", text: "Hm.", isStreaming: false, startedAt: 0 },
  {
    kind: "text",
    id: "t",
    text: "# Done\n\n- **one**\n- [x] two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[link](https://example.com) `code`",
    isStreaming: false,
  },
  tool("c", "npm test"),
  tool("unknown", "gone"),
  { kind: "notice", id: "n", level: "info", notice: { code: "text", text: "A notice." } },
  { kind: "turn", id: "e", outcome: "failed", message: "It failed." },
];
const details: Record<string, ToolDetails> = {
  c: { kind: "command", command: "npm test", isTypable: true, notes: [], output: { text: "``` ok ```", omitted: 0 } },
};
const whole = (all: readonly Item[] = items, title = "A title"): WholeConversation => ({
  title,
  folder: "/w",
  sessionId: "s1",
  exportedAt: Date.UTC(2026, 10, 21, 9),
  items: all,
  detailsOf: ({ id }) => details[id],
  stepsOf: () => [],
  contentOf: () => undefined,
});

it("writes Markdown: prompts, replies as they came, calls folded, fences that nothing ends", () => {
  const text = exportText(whole(), "markdown");
  expect(text).toContain("# A title\n\n/w · 2026-11-21 09:00 UTC");
  expect(text).toContain("> Make it\n> work\n\nAttachments: <shot>.png");
  expect(text).toContain("- **one**\n- [x] two");
  expect(text).toContain("<summary>Bash npm test (done)</summary>");
  expect(text).toContain("````\n``` ok ```\n````");
  expect(text).toContain("> It failed.");
});

it("writes one HTML document that needs nothing else", () => {
  const document = new DOMParser().parseFromString(exportText(whole(), "html"), "text/html");
  expect(document.querySelector(".prompt .muted")?.textContent).toBe("Attachments: <shot>.png");
  expect(document.querySelector("h1")?.textContent).toBe("A title");
  expect([...document.querySelectorAll("li")].map((item) => item.textContent?.trim())).toEqual(["one", "two"]);
  expect(document.querySelector("td")?.textContent).toBe("1");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("https://example.com");
  expect(document.querySelector("meta[http-equiv]")?.getAttribute("content")).toContain("default-src 'none'");
  expect([...document.querySelectorAll("script, link, img, iframe")]).toEqual([]);
});

it("gives only the outermost lists, quotes and tables of an HTML document a direction", () => {
  const text = "- שלום\n  - nested\n\n> quote\n> - in it\n\n| א |\n|---|\n| 1 |";
  const html = exportText(whole([{ kind: "text", id: "t", text, isStreaming: false }]), "html");
  const directed = new DOMParser().parseFromString(html, "text/html").querySelectorAll("[dir]");
  expect([...directed].map(({ tagName }) => tagName)).toEqual(["UL", "BLOCKQUOTE", "TABLE"]);
});

it("writes questions with their answers, and plans as what they are", () => {
  const asked: ToolDetails = {
    kind: "answers",
    answers: [{ question: "Which?", answer: "A" }, { question: "Where?" }],
  };
  const planned: ToolDetails = { kind: "plan", plan: "# Plan\n\n1. First" };
  const calls = {
    ...whole([tool("q", "Runner"), tool("p", "")]),
    detailsOf: ({ id }: ToolItem) => (id === "q" ? asked : planned),
  };
  const text = exportText(calls, "markdown");
  expect(text).toContain("Which?\nA\n\nWhere?");
  expect(text).toContain("\n# Plan\n\n1. First\n");
  const document = new DOMParser().parseFromString(exportText(calls, "html"), "text/html");
  expect(document.querySelector("details pre")?.textContent).toBe("Which?\nA\n\nWhere?");
  expect(document.querySelector("details li")?.textContent?.trim()).toBe("First");
});

it("writes JSON with what calls did", () => {
  expect(JSON.parse(exportText(whole(), "json"))).toMatchObject({
    version: 1,
    title: "A title",
    items: [{ text: "Make it\nwork" }, {}, {}, { details: details["c"] }, {}, {}, {}],
  });
});

const agentCall: ToolItem = { ...tool("agent", "look around"), tool: "Agent", toolKind: "agent", threadSize: 2 };
const withAgent: WholeConversation = {
  ...whole([
    {
      kind: "prompt",
      id: "p",
      text: "Look",
      attachments: [
        { id: "a", kind: "image", name: "shot].png", mediaType: "image/png", size: 1 },
        { id: "b", kind: "text", name: "log.txt", mediaType: "text/plain", size: 1 },
        { id: "s", kind: "image", name: "bad.svg", mediaType: "image/svg+xml", size: 1 },
      ],
    },
    agentCall,
  ]),
  detailsOf: ({ id }) =>
    id === "agent" ? { kind: "agent", task: "Look around", report: "All is **well**." } : details["c"],
  stepsOf: ({ id }) =>
    id === "agent"
      ? [
          { kind: "text", id: "s1", text: "I look.", isStreaming: false },
          tool("c", "npm test"),
          { kind: "text", id: "s2", text: "All is **well**.", isStreaming: false },
        ]
      : [],
  contentOf: ({ id }) => ({ a: "iVBORw0K", b: "line <1>", s: "PHN2Zz4=" })[id],
};

it("writes the steps of subagents in their call, and their report once", () => {
  const markdown = exportText(withAgent, "markdown");
  expect(markdown).toMatch(
    /<summary>Agent look around \(done\)<\/summary>[\s\S]*I look\.[\s\S]*<summary>Bash npm test \(done\)<\/summary>/,
  );
  expect(markdown.match(/All is \*\*well\*\*/g)).toHaveLength(1);
  const document = new DOMParser().parseFromString(exportText(withAgent, "html"), "text/html");
  expect(document.querySelector("details .steps")?.textContent).toContain("I look.");
  expect([...document.querySelectorAll("strong")].map(({ textContent }) => textContent)).toEqual(["well"]);
  expect(JSON.parse(exportText(withAgent, "json"))).toMatchObject({
    items: [{}, { steps: [{ text: "I look." }, { details: details["c"] }, {}] }],
  });
});

it("writes attachments whole, and only images and PDFs as data that a browser opens", () => {
  const markdown = exportText(withAgent, "markdown");
  expect(markdown).toContain("Attachments: shot].png, log.txt, bad.svg");
  expect(markdown).toContain("![shot\\].png](data:image/png;base64,iVBORw0K)");
  expect(markdown).toContain("line <1>");
  const document = new DOMParser().parseFromString(exportText(withAgent, "html"), "text/html");
  expect([...document.querySelectorAll("img")].map(({ src }) => src)).toEqual(["data:image/png;base64,iVBORw0K"]);
  expect(document.querySelector(".prompt pre")?.textContent).toBe("line <1>");
  expect(
    JSON.parse(exportText(withAgent, "json")).items[0].attachments.map(({ data }: { data: string }) => data),
  ).toEqual(["iVBORw0K", "line <1>", "PHN2Zz4="]);
});

const attacks = [
  ...hostileTexts,
  "<script>alert(1)</script>",
  "</title><script>x</script>",
  "[x](javascript:alert(1))",
  "![x](https://evil.example/i.png)",
  '<img src=x onerror="x">',
  "<!--",
];
describe.each(attacks)("with %j everywhere", (text) => {
  const all: Item[] = [
    { kind: "prompt", id: "p", text },
    { kind: "text", id: "t", text, isStreaming: false },
    tool("x", text),
    { kind: "turn", id: "e", outcome: "failed", message: text },
  ];
  it.each(exportFormats)("writes %s that holds nothing but text", (format) => {
    const written = exportText(whole(all, text), format);
    if (format === "json") expect(JSON.parse(written).items[0].text).toBe(text);
    if (format !== "html") return;
    const document = new DOMParser().parseFromString(written, "text/html");
    expect([...document.querySelectorAll("script, img, iframe, object, [onerror], [onclick]")]).toEqual([]);
    expect([...document.querySelectorAll("a")].every((link) => /^https?:/.test(link.href))).toBe(true);
    // Text from outside ended no element of ours.
    expect(document.querySelectorAll("body > [role=article]")).toHaveLength(2);
  });
});
