// An MCP server over stdio. Usage: node stdio.mjs works|crashesAtStart|crashesLater|hangs [file to write on start] or:
// node stdio.mjs crashesForGood FILE; it ends when its tool `fall` is called, writes the file then, and fails at every
// start from then on. or: node stdio.mjs answersWith FILE [file to write on start]; it reads nothing until the file
// exists, and works from then on.
import fs from "node:fs";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "./server.mjs";

const [mode, mark, begun] = process.argv.slice(2);
const isForGood = mode === "crashesForGood";
const hasFallen = isForGood && fs.existsSync(mark);
const isWaiting = mode === "answersWith";
if (mark && !isForGood && !isWaiting) fs.writeFileSync(mark, process.env.CLAUDE_CODE_ENTRYPOINT ?? "");
if (isWaiting && begun) fs.writeFileSync(begun, "");
if (mode === "crashesAtStart" || hasFallen) {
  process.stderr.write("cannot open the weather database\n");
  process.exit(3);
}
function crash() {
  if (isForGood) fs.writeFileSync(mark, "");
  if (isForGood || mode === "crashesLater") process.exit(4);
}
if (isWaiting && !fs.existsSync(mark))
  await new Promise((resolve) => fs.watchFile(mark, { interval: 20 }, () => fs.existsSync(mark) && resolve(undefined)));
if (isWaiting) fs.unwatchFile(mark);
if (mode === "hangs") process.stdin.resume();
else await createServer("weather", crash).connect(new StdioServerTransport());
