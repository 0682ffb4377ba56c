// An MCP server over stdio. Usage: node stdio.mjs works|crashesAtStart|crashesLater|crashesForGood|hangs [file to write on start]
// crashesForGood: ends when its tool `fall` is called, and at every start after its first one.
import fs from "node:fs";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "./server.mjs";

const [mode, mark] = process.argv.slice(2);
const isAgain = mode === "crashesForGood" && fs.existsSync(mark);
if (mark) fs.writeFileSync(mark, process.env.CLAUDE_CODE_ENTRYPOINT ?? "");
if (mode === "crashesAtStart" || isAgain) {
  process.stderr.write("cannot open the weather database\n");
  process.exit(3);
}
if (mode === "hangs") process.stdin.resume();
else await createServer("weather", () => mode.startsWith("crashes") && process.exit(4)).connect(new StdioServerTransport());
