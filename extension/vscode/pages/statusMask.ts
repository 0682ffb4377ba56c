import { createMask } from "../../shared/base/maskSecrets.ts";
import type { StatusContent } from "../../shared/contract/pages/statusPage.ts";
import { maskStatus } from "../../shared/pages/status/maskStatus.ts";

/** Returns a function that masks what the status shows. Secrets are listed once for each content, not for each text. */
export function createStatusMask(listSecrets: () => readonly string[]): (content: StatusContent) => StatusContent {
  let secrets: readonly string[] = [];
  const mask = createMask(() => secrets);
  return (content) => {
    secrets = listSecrets();
    return maskStatus(content, mask);
  };
}
