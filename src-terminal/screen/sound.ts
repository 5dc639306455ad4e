import type { DeviceChange } from '../device/device-types.ts'

type Sound = Extract<DeviceChange, { kind: 'sound' }>['sound']

/** Notes of each sound: frequency in hertz and start time in seconds. */
const notes: Readonly<Record<Sound, readonly (readonly [number, number])[]>> = {
  beep: [[880, 0]],
  approved: [
    [880, 0],
    [1318, 0.11],
  ],
  declined: [
    [330, 0],
    [262, 0.16],
  ],
}

let context: AudioContext | null = null

/** Plays on the terminal's small speaker. Silent until the person has touched the page, as browsers require. */
export function playSound(sound: Sound): void {
  context ??= new AudioContext()
  if (context.state !== 'running') return
  for (const [frequency, start] of notes[sound]) {
    const at = context.currentTime + start
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.06, at)
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.12)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + 0.13)
  }
}
