import { expect, onTestFinished, test, vi } from 'vitest'
import { play } from '../../../../src-renderer/sound/sounds.ts'

/** Replaces the browser's audio, and records the peak volume of each tone. */
function withSpeaker(): { readonly loudest: number[] } {
  const loudest: number[] = []
  class Node {
    readonly gain = {
      linearRampToValueAtTime: (value: number) => void loudest.push(value),
      exponentialRampToValueAtTime: () => undefined,
    }
    connect = (next: unknown) => next
    start = () => undefined
    stop = () => undefined
  }
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly currentTime = 0
      readonly destination = {}
    },
  )
  vi.stubGlobal('OscillatorNode', Node)
  vi.stubGlobal('GainNode', Node)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { loudest }
}

test('a computer without audio stays silent and throws nothing', () => {
  expect(() => play('approved', 'loud')).not.toThrow()
})

test('each volume is louder than the one before', () => {
  const { loudest } = withSpeaker()
  for (const volume of ['quiet', 'normal', 'loud'] as const) play('declined', volume)
  const [quiet = 0, , normal = 0, , loud = 0] = loudest
  expect(quiet).toBeGreaterThan(0)
  expect(normal).toBeGreaterThan(quiet)
  expect(loud).toBeGreaterThan(normal)
})
