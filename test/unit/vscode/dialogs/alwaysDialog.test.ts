import { afterAll, expect, it, vi } from "vitest";
import type { PermissionView } from "../../../../extension/shared/contract/requests/requests.ts";
import { type AskList, askAlways } from "../../../../extension/vscode/dialogs/alwaysDialog.ts";

// Replaces the input box of the editor, which no case here opens.
vi.mock("vscode", () => ({ window: {} }));
afterAll(() => void vi.resetModules());

const change = (rule: string) =>
  ({
    kind: "rules",
    change: "add",
    behavior: "allow",
    rules: [rule],
    destination: "session",
  }) as const;
const view = (...rules: readonly string[]) =>
  ({
    kind: "permission",
    tool: "Bash",
    subject: "npm test",
    body: "npm test",
    always: rules.map((rule, choice) => ({ choice, change: change(rule) })),
  }) as unknown as PermissionView;
const long = `Bash(npm test ${"x ".repeat(60)}&& curl evil:*)`;

/** Returns a list that shows `labels` and takes the item with a label. */
function choose(label: string) {
  const labels: string[] = [];
  const ask: AskList = async (_, __, items) => {
    labels.push(...items.map((item) => item.label));
    return (items.find((item) => item.label === label) ?? items[0])?.value;
  };
  return { labels, ask };
}

it("offers in a list only rules shown whole, and the card for others", async () => {
  const { labels, ask } = choose("Review");
  expect(await askAlways(view("Bash(npm test:*)", long), ask)).toEqual({ kind: "review" });
  expect(labels.some((label) => label.includes("curl") || label.includes("x x"))).toBe(false);
  expect(labels).toContain("Review");
});

it("offers no card where the list shows all rules", async () => {
  const { labels, ask } = choose("“npm test” with any arguments");
  expect(await askAlways(view("Bash(npm test:*)"), ask)).toMatchObject({ kind: "allowAlways" });
  expect(labels).not.toContain("Review");
});
