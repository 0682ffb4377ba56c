// An MCP server over stdio. Usage: node stdio.mjs works|crashesAtStart|crashesLater|hangs [file to write on start]
// or: node stdio.mjs crashesForGood FILE; it ends when its tool `fall` is called, writes the file then, and fails at every start from then on.
import fs from "node:fs";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "./server.mjs";

const [mode, mark] = process.argv.slice(2);
const isForGood = mode === "crashesForGood";
const hasFallen = isForGood && fs.existsSync(mark);
if (mark && !isForGood) fs.writeFileSync(mark, process.env.CLAUDE_CODE_ENTRYPOINT ?? "");
if (mode === "crashesAtStart" || hasFallen) {
  process.stderr.write("cannot open the weather database\n");
  process.exit(3);
}
function crash() {
  if (isForGood) fs.writeFileSync(mark, "");
  if (isForGood || mode === "crashesLater") process.exit(4);
}
if (mode === "hangs") process.stdin.resume();
else await createServer("weather", crash).connect(new StdioServerTransport());
