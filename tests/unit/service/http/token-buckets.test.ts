import { expect, test } from 'vitest'
import { createTokenBuckets } from '../../../../src-service/http/token-buckets.ts'

test('a bucket allows a burst, then an even rate, independently of other names', () => {
  let now = 0
  const buckets = createTokenBuckets({ capacity: 2, perSecond: 0.5 }, () => now)
  expect(buckets.take('a')).toEqual({ secondsToWait: 0, remaining: 1 })
  expect(buckets.take('a')).toEqual({ secondsToWait: 0, remaining: 0 })
  expect(buckets.take('a')).toEqual({ secondsToWait: 2, remaining: 0 })
  expect(buckets.take('b')).toEqual({ secondsToWait: 0, remaining: 1 })
  now = 2_000
  expect(buckets.take('a')).toEqual({ secondsToWait: 0, remaining: 0 })
})

test('a token that is given back can be taken again, and the bucket never exceeds its capacity', () => {
  const buckets = createTokenBuckets({ capacity: 1, perSecond: 1 }, () => 0)
  buckets.take('a')
  buckets.giveBack('a')
  buckets.giveBack('a')
  expect(buckets.take('a').secondsToWait).toBe(0)
  expect(buckets.take('a').secondsToWait).toBe(1)
})

test('when there are very many names, only the latest are remembered', () => {
  const buckets = createTokenBuckets({ capacity: 1, perSecond: 1 }, () => 0)
  buckets.take('first')
  for (let name = 0; name < 20_000; name += 1) buckets.take(String(name))
  expect(buckets.take('first').secondsToWait).toBe(0)
  expect(buckets.take('19999').secondsToWait).toBe(1)
})
