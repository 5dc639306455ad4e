import { expect, test } from 'vitest'
import { createSharedLooks } from '../../../../src-service/accounts/shared-looks.ts'

function harness() {
  const reads: {
    readonly name: string
    readonly answer: (found: string) => void
    readonly fail: () => void
  }[] = []
  const looks = createSharedLooks(
    (name) =>
      new Promise<string>((resolve, reject) => {
        reads.push({ name, answer: resolve, fail: () => reject(new Error('the database is away')) })
      }),
  )
  return { looks, reads }
}

test('simultaneous requests for the same value share one look-up, and the next request starts a new one', async () => {
  const { looks, reads } = harness()
  const asked = [looks.at('a'), looks.at('a'), looks.at('b')]
  expect(reads.map(({ name }) => name)).toEqual(['a', 'b'])
  for (const { name, answer } of reads) answer(`found ${name}`)
  expect(await Promise.all(asked)).toEqual(['found a', 'found a', 'found b'])
  void looks.at('a')
  expect(reads).toHaveLength(3)
})

test('a request after a change does not join a look-up that began before it', async () => {
  const { looks, reads } = harness()
  const before = looks.at('a')
  looks.forget('a')
  const after = looks.at('a')
  expect(reads).toHaveLength(2)
  reads[1]?.answer('new')
  reads[0]?.answer('old')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
})

test('a failed look-up fails for all who share it, and for none afterwards', async () => {
  const { looks, reads } = harness()
  const asked = [looks.at('a'), looks.at('a')]
  reads[0]?.fail()
  for (const one of asked) await expect(one).rejects.toThrow('the database is away')
  const again = looks.at('a')
  reads[1]?.answer('there')
  expect(await again).toBe('there')
})
