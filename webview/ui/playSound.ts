/**
 * Maximum delay in milliseconds after which a sound is still played: a hidden webview receives its messages only when
 * it is shown.
 */
const lateMs = 3_000;

/**
 * Plays two short tones, which are synthesized, so that no file is loaded. Silent until the page has been used once, as
 * browsers require.
 */
export function playSound(at: number, now = Date.now()): void {
  if (now - at > lateMs || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false)
    return;
  const context = new AudioContext();
  const gain = context.createGain();
  gain.connect(context.destination);
  gain.gain.setValueAtTime(0.08, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  const tone = context.createOscillator();
  tone.frequency.setValueAtTime(660, context.currentTime);
  tone.frequency.setValueAtTime(880, context.currentTime + 0.12);
  tone.connect(gain);
  tone.onended = () => void context.close();
  tone.start();
  tone.stop(context.currentTime + 0.4);
}
