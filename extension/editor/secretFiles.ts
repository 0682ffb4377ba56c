/** Names of files that often hold secrets. */
const secretNames: readonly RegExp[] = [
  /\.env$|^\.env[._-]|^\.envrc|^\.dev\.vars/,
  /^[._]?(npmrc|pypirc|netrc|pgpass|htpasswd|git-credentials)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)|^kubeconfig/,
  /^\.?(credentials|secrets?)(\..*)?$|[-_.]secrets?\.(ya?ml|json|toml)$/,
  /^(client_secret|service[-_]account).*\.json$|^application_default_credentials\.json$/,
  /\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|tfvars)$|\.tfvars\.json$|\.tfstate/,
];
/** Folders in which everything may be one. */
const secretFolders = /(^|[\\/])\.(aws|ssh|gnupg|kube)[\\/]|(^|[\\/])\.docker[\\/]config(\.json)?$/;

/** Whether a file often holds secrets, by its absolute path: of such a one nothing goes to a model unless the user says so. */
export function isSecretFile(path: string): boolean {
  const folded = path.toLowerCase();
  const name = folded.split(/[\\/]/).at(-1) ?? "";
  return secretFolders.test(folded) || secretNames.some((pattern) => pattern.test(name));
}
