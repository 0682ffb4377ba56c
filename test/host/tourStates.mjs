// The first minutes with Tandem, for the moving picture of the README: a message, its diff, a rejected hunk, and a
// rewind.
const before = `/** Returns the price of a cart in cents. */
export function total(items) {
  let sum = 0;
  for (const item of items) sum += item.price * item.count;
  return sum;
}

/** Returns a price as people read it. */
export function format(cents) {
  return cents / 100 + " EUR";
}

export const freeShippingFrom = 5_000;
`;
const after = before
  .replace(
    / {2}let sum[\s\S]*?return sum;\n/,
    "  return items.reduce((sum, { price, count }) => sum + price * count, 0);\n",
  )
  .replace('cents / 100 + " EUR"', "`${(cents / 100).toFixed(2)} EUR`")
  .replace("5_000", "2_000");

export const tourFiles = { "cart.js": before };

const message = "Show prices with two digits, and simplify the sum.";

export const tourScripts = {
  [message]: (folder) => [
    { blocks: [{ text: "I'll read the cart first." }, { tool: "Read", input: { file_path: `${folder}/cart.js` } }] },
    {
      blocks: [
        { text: "These are the changes:" },
        { tool: "Write", input: { file_path: `${folder}/cart.js`, content: after } },
      ],
    },
    {
      blocks: [{ text: "Prices have two digits now, and the sum is one line. You kept the limit for free shipping." }],
    },
  ],
};

/** Goes through it. `shoot` takes the next picture, which is shown for so many milliseconds. */
export async function actTour({ page, panel, shoot }) {
  const field = panel.getByRole("textbox", { name: "Message" });
  const press = (name) => panel.getByRole("button", { name, exact: true });
  const settled = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await panel.getByText("Starting claude…").waitFor({ state: "detached" });
  await page.keyboard.press("Control+b");
  await page.locator(".part.sidebar").waitFor({ state: "hidden" });
  await field.fill(message);
  await settled();
  await shoot(1_500);
  await press("Send").click();
  await press("Allow").waitFor();
  await page.locator(".monaco-diff-editor .modified .view-line", { hasText: "reduce" }).waitFor();
  await settled();
  await shoot(2_200);
  const unwanted = panel.getByRole("list", { name: "Hunks" }).getByRole("listitem").last();
  await unwanted.getByRole("button", { name: "Reject hunk" }).click();
  await page.locator(".monaco-diff-editor .modified .view-line", { hasText: "5_000" }).waitFor();
  await settled();
  await shoot(1_800);
  await panel.locator("[aria-disabled=false]").first().waitFor();
  await press("Allow").click();
  await panel.getByText("You kept the limit").waitFor();
  await press("Stop").waitFor({ state: "detached" });
  await settled();
  await shoot(1_800);
  const prompt = panel.getByRole("article", { name: "You" }).first();
  await prompt.hover();
  await prompt.getByRole("button", { name: "Rewind to here" }).hover();
  await settled();
  await shoot(1_200);
  await prompt.getByRole("button", { name: "Rewind to here" }).click();
  await page.locator(".monaco-dialog-box").waitFor();
  await settled();
  await shoot(2_000);
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Restore Files and Conversation" }).click();
  await press("Undo").waitFor();
  await settled();
  await shoot(3_000);
}
