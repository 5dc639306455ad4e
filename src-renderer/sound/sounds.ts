import type { SoundVolume } from '../../src-shared/pos/settings/setting-choices.ts'

/** A tone of a chime. Times are in seconds. */
interface Tone {
  readonly frequency: number
  readonly at: number
  readonly length: number
}

/** Sounds that are easy to distinguish even on a small speaker: rising, low twice, and one high note twice. */
const chimes = {
  approved: [
    { frequency: 659.3, at: 0, length: 0.14 },
    { frequency: 987.8, at: 0.12, length: 0.32 },
  ],
  declined: [
    { frequency: 233.1, at: 0, length: 0.16 },
    { frequency: 196, at: 0.22, length: 0.3 },
  ],
  attention: [
    { frequency: 880, at: 0, length: 0.12 },
    { frequency: 880, at: 0.24, length: 0.22 },
  ],
} as const satisfies Record<string, readonly Tone[]>

export type Chime = keyof typeof chimes

/** The gain of each volume: each step sounds about twice as loud. */
const gains: Readonly<Record<SoundVolume, number>> = { quiet: 0.06, normal: 0.18, loud: 0.54 }

let context: AudioContext | null = null
/** Tones that have not ended. */
const sounding = new Set<OscillatorNode>()

/** Plays a chime. A computer without sound stays silent, and the sale continues. */
export function play(chime: Chime, volume: SoundVolume): void {
  try {
    context ??= new AudioContext()
    context.resume().catch(() => undefined)
    for (const tone of chimes[chime]) sound(context, tone, gains[volume])
  } catch {
    context = null
    sounding.clear()
  }
}

function sound(audio: AudioContext, { frequency, at, length }: Tone, loudest: number): void {
  const start = audio.currentTime + at
  const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.linearRampToValueAtTime(loudest, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.001, start + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.onended = () => suspendAfter(oscillator, audio)
  oscillator.start(start)
  oscillator.stop(start + length)
  sounding.add(oscillator)
}

/** A context that runs wakes two threads a hundred times a second, even in silence: after a chime, all day long. */
function suspendAfter(ended: OscillatorNode, audio: AudioContext): void {
  sounding.delete(ended)
  if (sounding.size === 0) audio.suspend().catch(() => undefined)
}
