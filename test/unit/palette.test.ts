import fs from "node:fs";
import { expect, it } from "vitest";

const { commands, menus } = JSON.parse(
  fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).contributes;
const conditions = new Map<string, string>(
  menus.commandPalette.map(({ command, when }: Record<string, string>) => [command, when]),
);

type Context = Readonly<Record<string, boolean | string | number>>;

/** A trusted folder with a repository of git. */
const folder: Context = { isWorkspaceTrusted: true, workspaceFolderCount: 1, gitOpenRepositoryCount: 1, true: true };
const conversation: Context = { ...folder, "tandem.hasConversation": true };
const messages: Context = { ...conversation, "tandem.hasMessages": true };
const changes: Context = { ...messages, "tandem.hasChanges": true, editorIsOpen: true, resourceScheme: "file" };

/**
 * Stands for the editor's own conditions, as far as the manifest uses them: `||`, `&&`, `!`, `==`, `!=`. The scenarios
 * run commands in the real palette.
 */
function holds(condition: string | undefined, context: Context): boolean {
  if (condition === undefined) return true;
  const one = (term: string): boolean => {
    const [, key = "", operator, value] =
      /^(\S+?)(?: (==|!=) (\S+))?$/.exec(term) ?? expect.fail(`"${term}" is not understood`);
    if (operator) return (String(context[key] ?? "") === value) === (operator === "==");
    return key.startsWith("!") ? !context[key.slice(1)] : Boolean(context[key]);
  };
  return condition.split(" || ").some((all) => all.split(" && ").every(one));
}

/** Returns the commands that the palette offers. */
const offered = (context: Context): readonly string[] =>
  commands.flatMap(({ command, enablement }: { command: string; enablement?: string }) =>
    holds(enablement, context) && holds(conditions.get(command), context) ? [command.replace("tandem.", "")] : [],
  );

it.each<[string, number, Context]>([
  ["a window without a folder", 25, { true: true }],
  ["a fresh window", 25, folder],
  ["an empty conversation", 40, conversation],
  ["a conversation with messages", 48, messages],
  ["a conversation with changes, and a file in front", 50, changes],
  ["a request that waits", 60, { ...changes, "tandem.hasRequest": true, "tandem.isWorking": true }],
])("offers in %s at most %i commands", (_, most, context) => {
  expect(offered(context).length).toBeLessThanOrEqual(most);
});

it("offers commands that start work in a fresh window, never those of lists or buttons", () => {
  expect(offered(folder)).toEqual(
    expect.arrayContaining([
      "focus",
      "newConversation",
      "openConversation",
      "continueLast",
      "status",
      "openSettings",
      "logIn",
    ]),
  );
  for (const hidden of [
    "queue.edit",
    "mode.plan",
    "attachments.remove",
    "pinConversation",
    "mcp.remove",
    "editMessage",
  ])
    expect(offered(changes)).not.toContain(hidden);
});

it("offers actions of hunks, copies, logins, profiles and rewinds only where there are any", () => {
  const requested = { ...changes, "tandem.hasRequest": true };
  expect(offered(requested)).not.toContain("review.acceptHunk");
  expect(offered({ ...requested, resourceScheme: "tandem-proposal" })).toContain("review.acceptHunk");
  for (const [key, command] of Object.entries({
    isIsolated: "isolation.apply",
    isLoggedIn: "logOut",
    hasProfiles: "selectProfile",
    hasRewound: "undoRewind",
  })) {
    expect(offered(changes)).not.toContain(command);
    expect(offered({ ...changes, [`tandem.${key}`]: true })).toContain(command);
  }
});
