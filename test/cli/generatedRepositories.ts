import fc from "fast-check";

/** A thing that a repository can bring. Its `word` stands in it, and nowhere else. */
export interface Brought {
  readonly kind: (typeof kinds)[number];
  /** Folder relative to the working folder; "" for itself. */
  readonly place: string;
  readonly word: string;
  /** Way in which a Markdown file is written; "link" for one of any kind that is elsewhere. */
  readonly style: (typeof styles)[number];
}

const instructions = [
  "instructions",
  "localInstructions",
  "hiddenInstructions",
  "agentsInstructions",
  "hiddenAgentsInstructions",
] as const;
const kinds = [
  "agent",
  "command",
  "skill",
  "outputStyle",
  "rules",
  ...instructions,
  "memory",
  "server",
  "hook",
  "language",
  "workflow",
  "plugin",
] as const;

/** Name of an agent of the user that keeps its memory in the project. */
export const rememberingAgent = "remembering";
/** Folders below the working folder that are repositories themselves: one as it should be, and a damaged one. */
export const innerRepositories = ["module", "damaged"] as const;
/** A folder below the working folder that the repository's own `.git` ignores. */
export const ignoredFolder = "ignored";
const places = ["", "..", "pkg", "pkg/deep", ignoredFolder, ...innerRepositories] as const;
const styles = ["plain", "quoted", "CRLF", "BOM", "flow", "link"] as const;

/** Returns the file of a thing that a repository brings: its path relative to the working folder, and its text. */
export function writeBrought(
  { kind, place, word, style }: Brought,
  touch: (word: string) => string,
): { readonly path: string; readonly text: string } {
  const at = (name: string): string => (place === "" ? name : `${place}/${name}`);
  const document = (folder: string, name = `${word}.md`) => ({
    path: at(`.claude/${folder}/${name}`),
    text: formatDocument(word, style),
  });
  const plain = (name: string) => ({ path: at(name), text: `About ${word}.\n` });
  switch (kind) {
    case "agent":
      return document("agents");
    case "command":
      return document("commands");
    case "skill":
      return document("skills", `${word}/SKILL.md`);
    case "outputStyle":
      return document("output-styles");
    case "rules":
      return plain(`.claude/rules/${word}.md`);
    case "instructions":
      return plain("CLAUDE.md");
    case "localInstructions":
      return plain("CLAUDE.local.md");
    case "hiddenInstructions":
      return plain(".claude/CLAUDE.md");
    case "agentsInstructions":
      return plain("AGENTS.md");
    case "hiddenAgentsInstructions":
      return plain(".claude/AGENTS.md");
    case "memory":
      return plain(`.claude/agent-memory/${rememberingAgent}/MEMORY.md`);
    case "server":
      return {
        path: at(".mcp.json"),
        text: JSON.stringify({ mcpServers: { [word]: { command: "sh", args: ["-c", touch(word)] } } }),
      };
    case "hook":
      return {
        path: at(".claude/settings.json"),
        text: JSON.stringify(startHook(touch(word))),
      };
    case "language":
      return { path: at(".claude/settings.json"), text: JSON.stringify({ language: word }) };
    case "workflow":
      return {
        path: at(`.claude/workflows/${word}.js`),
        text: `export const meta = { name: "${word}", description: "About ${word}" };\nawait agent("x");\n`,
      };
    case "plugin":
      return {
        path: at(`.claude/skills/${word}/.claude-plugin/plugin.json`),
        text: JSON.stringify({ name: word, version: "1.0.0", ...startHook(touch(word)) }),
      };
  }
}

function startHook(command: string) {
  return { hooks: { SessionStart: [{ hooks: [{ type: "command", command }] }] } };
}

function formatDocument(word: string, style: Brought["style"]): string {
  const header =
    style === "flow"
      ? `{name: ${word}, description: "About ${word}"}`
      : style === "quoted"
        ? `"name": "${word}"\n'description': 'About ${word}'`
        : `name: ${word}\ndescription: About ${word}`;
  const text = `---\n${header}\n---\nDo what ${word} says.\n`;
  return style === "CRLF" ? text.replaceAll("\n", "\r\n") : style === "BOM" ? `\ufeff${text}` : text;
}

/** Returns repositories, always the same ones, in which each file is written once. */
export function generateRepositories(count: number): readonly (readonly Brought[])[] {
  const one = fc.record({
    kind: fc.constantFrom(...kinds),
    place: fc.constantFrom(...places),
    style: fc.constantFrom(...styles),
  });
  const all = fc.array(one, { minLength: 10, maxLength: 18 });
  return fc.sample(all, { seed: 7, numRuns: count }).map((repository) => {
    const written = new Map<string, Brought>();
    for (const [number, each] of repository.entries()) {
      const brought = { ...each, word: `word${String.fromCharCode(97 + number)}x` };
      const { path } = writeBrought(brought, () => "");
      if (!written.has(path)) written.set(path, brought);
    }
    return [...written.values()];
  });
}
