import { expect, onTestFinished, test, vi } from 'vitest'
import { play } from '../../../../src-renderer/sound/sounds.ts'

/** The peak volume of each tone. */
const loudest: number[] = []
/** What was called on the audio context, which the module keeps from the first chime on. */
const calls: ('resume' | 'suspend')[] = []
/** What is called at the end of each tone. */
const ends: (() => void)[] = []

class Context {
  readonly currentTime = 0
  readonly destination = {}
  resume = async () => void calls.push('resume')
  suspend = async () => void calls.push('suspend')
}

class Node {
  onended: () => void = () => undefined
  readonly gain = {
    linearRampToValueAtTime: (value: number) => void loudest.push(value),
    exponentialRampToValueAtTime: () => undefined,
  }
  connect = (next: unknown) => next
  start = () => void ends.push(() => this.onended())
  stop = () => undefined
}

/** Replaces the browser's audio. */
function withSpeaker(): void {
  for (const record of [loudest, calls, ends]) record.length = 0
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('OscillatorNode', Node)
  vi.stubGlobal('GainNode', Node)
  onTestFinished(() => {
    for (const end of ends) end()
    vi.unstubAllGlobals()
  })
}

test('a computer without audio stays silent and throws nothing', () => {
  expect(() => play('approved', 'loud')).not.toThrow()
})

test('each volume is louder than the one before', () => {
  withSpeaker()
  for (const volume of ['quiet', 'normal', 'loud'] as const) play('declined', volume)
  const [quiet = 0, , normal = 0, , loud = 0] = loudest
  expect(quiet).toBeGreaterThan(0)
  expect(normal).toBeGreaterThan(quiet)
  expect(loud).toBeGreaterThan(normal)
})

test('audio runs only while a chime sounds, also if another chime begins before its end', () => {
  withSpeaker()
  play('approved', 'normal')
  ends[0]?.()
  play('attention', 'normal')
  ends[1]?.()
  expect(calls).toEqual(['resume', 'resume'])
  ends[2]?.()
  ends[3]?.()
  expect(calls).toEqual(['resume', 'resume', 'suspend'])
  play('declined', 'normal')
  expect(calls.at(-1)).toBe('resume')
})
