/** Minimum length of a masked secret: masking a shorter one would make text unreadable, and its place would tell what it is. */
const minLength = 4;

/** Replaces the secrets that were used in this window, wherever a text repeats them: an error of a server, stderr, a frame. */
export class SecretMask {
  /** Each secret as it is, and as URLs and JSON write it. */
  readonly #values = new Set<string>();

  add(secret: string): void {
    if (secret.length < minLength) return;
    for (const value of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) this.#values.add(value);
  }

  readonly mask = (text: string): string => {
    // A longer secret may contain a shorter one.
    const values = [...this.#values].sort((one, other) => other.length - one.length);
    return values.reduce((masked, value) => masked.replaceAll(value, "•••"), text);
  };
}
