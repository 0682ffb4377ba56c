/** How late a sound still says something, in milliseconds: a webview that was hidden gets its messages once it is shown. */
const lateMs = 3_000;

/** Two short tones, made here: there is no file to load. Nothing is heard before the page was used once, which browsers ask for. */
export function playSound(at: number, now = Date.now()): void {
  if (now - at > lateMs || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
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
