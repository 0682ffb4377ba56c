// Tandem beside the editor's own views, for pictures: a turn with calls that run and wait, then its changes.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { runCommand } from "./workbench.mjs";

export const besideFiles = { "guests.txt": "Ada\nGrace\n" };

const use = (tool, input) => ({ tool, input });

export const besideScripts = {
  "Greet every guest.": (folder) => [
    {
      blocks: [
        { text: "I read the list, then write a greeting for each guest." },
        use("Read", { file_path: `${folder}/guests.txt` }),
        use("Write", { file_path: `${folder}/greetings.txt`, content: "Hello, Ada!\nHello, Grace!\n" }),
        use("Bash", { command: "npm test", description: "Run the tests" }),
      ],
    },
    { blocks: [{ text: "Each guest has a greeting now." }] },
  ],
};

/** Shows one view of the editor after the other beside the panel. `shoot` takes a picture under a name. */
export async function actBeside({ page, panel, folder, shoot }) {
  execFileSync("git", ["init", "-q"], { cwd: folder });
  fs.appendFileSync(path.join(folder, "guests.txt"), "Lin\n");
  const views = {
    search: async () => {
      await runCommand(page, "Search: Focus on Search View");
      await page.locator(".search-widget textarea").first().fill("greet");
      await page.keyboard.press("Enter");
      await page.locator(".search-view .monaco-list-row").first().waitFor();
    },
    changes: async () => {
      await runCommand(page, "Source Control: Focus on Changes View");
      await page.locator(".scm-view .monaco-list-row", { hasText: "guests.txt" }).waitFor();
    },
  };
  const shootAll = async (state) => {
    for (const [name, open] of Object.entries(views)) {
      await open();
      await page.mouse.move(600, 700);
      await shoot(`beside-${name}-${state}`);
    }
  };
  await shootAll("empty");
  await panel.getByRole("textbox", { name: "Message" }).fill("Greet every guest.");
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  const allow = panel.getByRole("button", { name: "Allow", exact: true });
  await allow.waitFor();
  await shootAll("waiting");
  for (const name of ["Permission: Write greetings.txt", "Permission: Bash npm test"]) {
    await panel.getByRole("group", { name }).waitFor();
    await panel.locator('[data-answer="allow"][aria-disabled="false"]').click();
  }
  await panel.getByText("Each guest has a greeting now.").waitFor();
  await panel.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
  await shootAll("done");
}
