import { beforeEach, expect, test } from 'vitest'
import {
  areKeysAhead,
  beginKeysAhead,
  endKeysAhead,
  forgetKeysAhead,
  holdKey,
  takeKeysAhead,
} from '../../../../src-renderer/stores/keys-ahead.ts'

beforeEach(() => forgetKeysAhead())
const type = (keys: string) => {
  for (const key of keys) holdKey(key)
}

test('keys are held only while a screen is awaited, which gets them once', () => {
  type('9')
  beginKeysAhead()
  type('20')
  expect(areKeysAhead()).toBe(true)
  expect(takeKeysAhead()).toEqual(['2', '0'])
  expect([takeKeysAhead(), areKeysAhead()]).toEqual([[], false])
})

test('an Enter that is pressed ahead confirms nothing, and what follows it is meant for a later step', () => {
  beginKeysAhead()
  endKeysAhead()
  type('20')
  endKeysAhead()
  type('500')
  expect(takeKeysAhead()).toEqual(['2', '0'])
  beginKeysAhead()
  type('7')
  expect(takeKeysAhead()).toEqual(['7'])
})

test('a screen that does not come any more takes no keys from the next one', () => {
  const first = beginKeysAhead()
  type('1')
  expect(beginKeysAhead()).toBe(first)
  expect(takeKeysAhead()).toEqual(['1'])
  beginKeysAhead()
  type('2')
  forgetKeysAhead(first)
  expect(takeKeysAhead()).toEqual(['2'])
})
