import fs from "node:fs";
import path from "node:path";
import { describe } from "vitest";
import { itSearches } from "../system/node/transcripts/searchCases.ts";
import { editorEntry, ensureEditor } from "./installEditor.mjs";

ensureEditor();
const modules = path.join(editorEntry(), "..", "..", "..", "lib", "vscode", "node_modules", "@vscode");
const ripgrep = path.join(modules, "ripgrep-universal", "bin", `${process.platform}-${process.arch}`, "rg");
if (!fs.existsSync(ripgrep)) throw new Error(`the editor's ripgrep is not at ${ripgrep}`);

describe("with the editor's own ripgrep", () => itSearches(() => ripgrep));
