import * as vscode from "vscode";

/** Offers a test for the file "sum.test", which writes a file when it runs. */
export function registerTests(folder: vscode.Uri): vscode.Disposable {
  const controller = vscode.tests.createTestController("example", "Example");
  const item = controller.createTestItem("sum", "Sum", vscode.Uri.joinPath(folder, "sum.test"));
  controller.items.add(item);
  const handler = async (request: vscode.TestRunRequest): Promise<void> => {
    const run = controller.createTestRun(request);
    run.started(item);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, "ran.txt"), Buffer.from("ran"));
    run.passed(item);
    run.end();
  };
  return vscode.Disposable.from(
    controller,
    controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, handler, true),
  );
}

/**
 * Registers tools for models of other extensions, which Tandem can offer to `claude`: one runs at once, the editor asks
 * before the other.
 */
export function registerEditorTools(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool<{ readonly text: string }>("example_words", {
      invoke: ({ input: { text } }) => {
        if (text === "") throw new Error("There is no text.");
        const node = {
          type: 1,
          ctor: 2,
          children: [
            { type: 2, text: "Longest:" },
            { type: 2, text: text.split(" ").sort((a, b) => b.length - a.length)[0] },
          ],
        };
        return new vscode.LanguageModelToolResult([
          new vscode.LanguageModelTextPart(`It has ${text.split(" ").length} words.`),
          new vscode.LanguageModelPromptTsxPart({ node }),
          vscode.LanguageModelDataPart.image(new Uint8Array(8), "image/png"),
        ]);
      },
    }),
    vscode.lm.registerTool<{ readonly note: string }>("example_note", {
      prepareInvocation: ({ input: { note } }) => ({
        confirmationMessages: { title: "Keep a note?", message: `The note is: ${note}` },
      }),
      invoke: ({ input: { note } }) =>
        new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`Kept: ${note}`)]),
    }),
  );
}
