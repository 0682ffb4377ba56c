import { expect, it } from "vitest";
import { renderOutput } from "../../../../extension/vscode/terminal/terminalOutput.ts";

it("keeps of a line that was written over what stands there in the end", () => {
  expect(renderOutput("10%\r50%\r100%\r\ndone\r\n\u001b[32mok\u001b[0m\rfine\r\r\nlast 1\rlast 2\r")).toBe(
    "100%\ndone\nfine\nlast 2",
  );
});
