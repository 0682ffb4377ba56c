import fs from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => fs.readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));
const home = manifest.repository.url;

it("tells a store where the project is, and what it looks like", () => {
  expect(manifest).toMatchObject({
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
    qna: `${home}/discussions`,
    galleryBanner: { color: expect.stringMatching(/^#[0-9a-f]{6}$/), theme: expect.stringMatching(/^(dark|light)$/) },
    categories: ["AI", "Chat"],
  });
  for (const word of ["claude code", "coding agent", "ai", "mcp", "diff", "checkpoint", "assistant"])
    expect(manifest.keywords).toContain(word);
  // The Marketplace takes no more.
  expect(manifest.keywords.length).toBeLessThanOrEqual(30);
});

it("has an icon of 256 pixels", () => {
  const icon = fs.readFileSync(new URL(`../../${manifest.icon}`, import.meta.url));
  expect([icon.toString("latin1", 1, 4), icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual(["PNG", 256, 256]);
});

it("needs nothing that only the Marketplace of VS Code has", () => {
  expect(manifest.license).toBe("MIT");
  expect(read("LICENSE")).toContain("MIT License");
  for (const field of ["enabledApiProposals", "extensionDependencies", "extensionPack", "preview"])
    expect(manifest).not.toHaveProperty(field);
});

it("asks for weaknesses in private, and for the status in a report of a bug", () => {
  expect(read(".github/SECURITY.md")).toContain("Report a vulnerability");
  expect(read(".github/ISSUE_TEMPLATE/config.yml")).toContain(`${home}/security/advisories/new`);
  const status = manifest.contributes.commands.find(
    ({ command }: { command: string }) => command === "tandem.status.copy",
  );
  const bug = read(".github/ISSUE_TEMPLATE/bug.yml");
  expect(bug).toContain(`Tandem: ${status.title}`);
  // The last word on a field before the next one is whether it is required.
  expect(bug.split("- type:").find((field) => field.includes("id: status"))).toContain("required: true");
});

it("attaches the package with its sum to the tag of a version", () => {
  const workflow = read(".github/workflows/release.yml");
  expect(workflow).toMatch(/tags: \["v\*"\]/);
  expect(workflow).toMatch(/npm run release\n/);
  expect(workflow).toMatch(/gh release create "\$GITHUB_REF_NAME" .*tandem-\*\.vsix tandem-\*\.vsix\.sha256/);
});
