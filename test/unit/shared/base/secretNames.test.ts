import { expect, it } from "vitest";
import { isSecretPath, withoutSecretFiles } from "../../../../extension/shared/base/secretNames.ts";

it.each([
  ".env",
  "app.env.local",
  "serviceAccountKey.json",
  "shop-firebase-adminsdk-1a2b.json",
  ".vault_pass",
  ".my.cnf",
  ".s3cfg",
  "local.settings.json",
  "/home/me/.config/gh/hosts.yml",
  ".bash_history",
  ".ENV",
  "prod.env",
  "a/.env.local",
  ".env-local",
  ".env_prod",
  ".envrc",
  ".envrc.local",
  ".envrc-private",
  ".dev.vars",
  ".dev.vars.production",
  "AuthKey_1.p8",
  "server.pem",
  "TLS.KEY",
  "store.p12",
  "client_secret.json",
  "client_secret_1-2.apps.json",
  "service-account.json",
  "service_account_prod.json",
  "Service-Account-Prod.json",
  "application_default_credentials.json",
  "~/.config/gcloud/application_default_credentials.json",
  "/home/me/.aws/config",
  "C:\\Users\\me\\.ssh\\config",
  ".ssh/known_hosts",
  ".gnupg/pubring.kbx",
  "~/.kube/config",
  "~/.docker/config.json",
  "_netrc",
  ".netrc",
  ".npmrc",
  ".git-credentials",
  "id_rsa",
  "C:\\keys\\id_ed25519.pub",
  "secrets.yaml",
  "Secrets.toml",
  "secret.json",
  "app-secrets.yml",
  "db.secrets.json",
  "prod_secrets.toml",
  "credentials",
  "/home/me/.claude/.credentials.json",
  ".secrets",
  "config/credentials.json",
  "terraform.tfstate",
  "terraform.tfstate.backup",
  "prod.tfvars",
  "prod.auto.tfvars.json",
  "kubeconfig-prod",
  ".env~",
  ".env copy",
  ".env copy 2",
  ".env (1)",
  "a (1).pem",
  "#.env#",
  ".npmrc.bak",
  "a.pem.bak",
  ".vault-token",
  ".terraformrc",
  "/h/.m2/settings.xml",
  "/h/.azure/accessTokens.json",
  ".mcp.json",
  "wp-config.php",
  "wp-config-sample.php.old",
  ".yarnrc.yml",
  "auth.json",
  "token.txt",
  "passwords.txt",
  "api_key.txt",
  "my-credentials.json",
  ".boto",
  ".dockercfg",
  "rclone.conf",
  "nuget.config",
  "/h/.claude.json",
  "/h/.ssh",
  "/proc/1/environ",
])("takes %s for a file with secrets", (path) => {
  expect(isSecretPath(path)).toBe(true);
});

it.each([
  "src/environment.ts",
  "env",
  "env.ts",
  "env.d.ts",
  "a.env.ts",
  ".environment",
  "secretary.ts",
  "app-secrets.ts",
  "keyboard.ts",
  "key.ts",
  "monkey.json",
  "client.json",
  "service.json",
  "accounts-service.json",
  "dev.vars.ts",
  "aws/config.ts",
  "ssh.md",
  "docs/.github/config.json",
  "main.tf",
  "variables.tf",
  "netrc.ts",
  "package.json",
  ".env.example",
  "tokens.ts",
  "token.rs",
  "src/auth.ts",
  "keys.json",
  "settings.xml",
])("takes %s for any file", (path) => {
  expect(isSecretPath(path)).toBe(false);
});

it("leaves binary, renamed and other files with secrets out of a patch, naming them", () => {
  const patch = (name: string) =>
    `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`;
  const binary = "diff --git a/key.pem b/key.pem\nBinary files a/key.pem and b/key.pem differ\n";
  const renamed = "diff --git a/.env b/settings.txt\nsimilarity index 90%\nrename from .env\nrename to settings.txt\n";
  const all = `commit 1\n\nwords\n\n${patch("src/a.ts")}${patch(".env")}${binary}${renamed}${patch("b c.ts")}`;
  expect(withoutSecretFiles(all)).toEqual({
    text: `commit 1\n\nwords\n\n${patch("src/a.ts")}${patch("b c.ts")}`,
    leftOut: [".env", "key.pem", "settings.txt"],
  });
  // A patch without words before it, whose first file has secrets.
  expect(withoutSecretFiles(patch(".env") + patch("a.ts"))).toEqual({ text: patch("a.ts"), leftOut: [".env"] });
  expect(withoutSecretFiles(patch(".env"))).toEqual({ text: "", leftOut: [".env"] });
  expect(withoutSecretFiles("")).toEqual({ text: "", leftOut: [] });
});

it.each(["cc", "combined"])("leaves files with secrets out of the patch of a conflict (%s)", (kind) => {
  const patch = (name: string) =>
    `diff --${kind} ${name}\nindex 1,2..0\n--- a/${name}\n+++ b/${name}\n@@@ -1,1 -1,1 +1,3 @@@\n++<<<\n +a\n+ b\n`;
  const binary = (name: string) => `diff --${kind} ${name}\nindex 1,2..0\nBinary files differ\n`;
  const usual = patch("a.ts").replace(`--${kind} a.ts`, "--git a/a.ts b/a.ts");
  for (const [one, other] of [
    [patch(".env"), usual],
    [patch(".env"), patch("a.ts")],
    [binary("key.pem"), binary("a.png")],
  ] as const) {
    const leftOut = [one.includes(".env") ? ".env" : "key.pem"];
    expect(withoutSecretFiles(one)).toEqual({ text: "", leftOut });
    expect(withoutSecretFiles(one + other)).toEqual({ text: other, leftOut });
    expect(withoutSecretFiles(other + one)).toEqual({ text: other, leftOut });
  }
});

it("leaves a file out of a patch whose lines look like another name", () => {
  const patch = "diff --git .env .env\nindex 1..2\n--- .env\n+++ .env\n@@ -1 +1,2 @@\n A=1\n+++ b/a.ts\n";
  expect(withoutSecretFiles(patch).text).toBe("");
});
