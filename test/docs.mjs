// Writes the pages of the documents that only repeat the manifest: `npm run docs`. A test compares them with it.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
export const docsFolder = path.join(root, "media", "docs");

const note = "<!-- Written by `npm run docs` from package.json. -->";
/** Names of scopes as a reader of the Settings editor meets them. */
const scopes = {
  machine: "user",
  "machine-overridable": "user, workspace",
  application: "user",
  resource: "user, workspace, folder",
  window: "user, workspace",
};

const oneLine = (text) => text.replaceAll("\n", " ").replaceAll("|", "\\|");
const code = (value) => `\`${oneLine(typeof value === "string" && value !== "" ? value : JSON.stringify(value))}\``;

function describeSetting({
  markdownDescription,
  description = "",
  enum: values,
  enumItemLabels: labels = [],
  enumDescriptions: details = [],
}) {
  // In the Settings editor, a name between # links to that setting.
  const text = oneLine(markdownDescription ?? description).replace(/`#([\w.]+)#`/g, "`$1`");
  const named = values?.filter((value) => typeof value === "string" && value !== "");
  if (!named?.length) return text;
  const choices = values.flatMap((value, index) =>
    named.includes(value)
      ? [`\`${value}\` (${oneLine(details[index] || labels[index] || "")})`.replace(" ()", "")]
      : [],
  );
  return `${text} Values: ${choices.join(", ")}`;
}

/** Returns the page with all settings, by their groups. */
export function renderSettings({ contributes: { configuration } }) {
  const groups = configuration.map(({ title, properties }) => {
    const rows = Object.entries(properties)
      .sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0))
      .map(
        ([name, setting]) =>
          `| \`${name}\` | ${setting.default === undefined ? "" : code(setting.default)} | ${scopes[setting.scope ?? "window"]} | ${describeSetting(setting)} |`,
      );
    return [
      `## ${title}`,
      "",
      "| setting | default | where | what it does |",
      "| --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
  });
  const head =
    "# Settings\n\nSet them in the Settings editor (_Open Tandem Settings_) or in settings.json. _Show Status_ shows each value with its source.\n";
  return [note, "", head, ...groups].join("\n");
}

/** Keys that the page of the chat handles itself; they are tested with the page. */
const pageKeys = [
  [
    "Ctrl+Enter · Ctrl+Backspace",
    "Allow · deny the request, while the message field is empty or the card has the focus",
  ],
  ["Ctrl+Shift+Enter · Ctrl+Shift+Backspace", "Allow always… · deny with feedback, under the same condition"],
  ["Escape in the message field", "Stop the turn; press it twice while a request waits"],
  ["Escape twice in the empty message field", "Select a message to rewind to"],
  ["Up in the empty message field", "Earlier messages"],
  ["Ctrl+R in the message field", "Reuse an earlier message (also Ctrl on macOS)"],
  ["Shift+Tab in the message field", "Go to the request"],
  ["Tab", "Accept a suggestion"],
  ["1 to 9 on a question", "Select an option"],
  ["Alt+Up · Alt+Down in the conversation", "Previous · next message"],
  ["Ctrl+F", "Find in the conversation"],
  ["Alt+Up · Alt+Down in the queue", "Move a queued message"],
];

/** Returns a key as people write it. */
function formatKey(key) {
  return key
    .split(" ")
    .map((chord) =>
      chord
        .split("+")
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join("+"),
    )
    .join(" ");
}

function formatKeys({ key, mac, win }) {
  const others = [
    mac && mac !== key ? `macOS: ${formatKey(mac)}` : "",
    win && win !== key ? `Windows: ${formatKey(win)}` : "",
  ].filter(Boolean);
  return others.length === 0 ? formatKey(key) : `${formatKey(key)} (${others.join(", ")})`;
}

/** Returns the page with all commands and keys. */
export function renderCommands({ contributes: { commands, keybindings, menus } }) {
  const when = new Map(menus.commandPalette.map(({ command, when: condition }) => [command, condition]));
  const keysOf = (id) => [...new Set(keybindings.filter(({ command }) => command === id).map(formatKeys))].join(", ");
  const row = ({ command, title, category }) =>
    `| ${category === undefined ? "" : `${category}: `}${oneLine(title)} | ${keysOf(command)} | \`${command}\` |`;
  const table = (rows) => ["| command | keys | id |", "| --- | --- | --- |", ...rows].join("\n");
  const isHidden = ({ command }) => when.get(command) === "false";
  const sorted = [...commands].sort((a, b) => (a.title < b.title ? -1 : 1));
  return [
    note,
    "",
    "# Commands and keys",
    "",
    "The Command Palette offers a command where it applies. Ctrl+Escape and Ctrl+K Ctrl+A work everywhere, Alt+K in a text editor, and the keys for hunks in the diff of a proposed edit. Change them in the Keyboard Shortcuts editor.",
    "",
    table(sorted.filter((each) => !isHidden(each)).map(row)),
    "",
    "## Keys of the chat itself",
    "",
    "On macOS, use Cmd in place of Ctrl. These keys belong to the page and can't be changed.",
    "",
    ...["| key | what it does |", "| --- | --- |", ...pageKeys.map(([key, text]) => `| ${key} | ${text} |`)],
    "",
    "## For your own keys",
    "",
    "These commands have a button, a menu, or a row of their own and are not in the Command Palette, but can be bound to keys.",
    "",
    table(sorted.filter(isHidden).map(row)),
    "",
  ].join("\n");
}

export const generated = { "settings.md": renderSettings, "commands.md": renderCommands };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  for (const [name, render] of Object.entries(generated))
    fs.writeFileSync(path.join(docsFolder, name), render(manifest));
}
