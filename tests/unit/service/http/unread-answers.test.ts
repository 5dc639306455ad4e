import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test, vi } from 'vitest'
import { answersList, createUnreadAnswers } from '../../../../src-service/http/unread-answers.ts'
import { operationFacts } from '../../../../src-shared/api/operation-facts.ts'

const mebibyte = 1_048_576

/** An answer that is being sent: it closes when it has been read or cut off. */
function answer() {
  const response = Object.assign(new EventEmitter(), { destroy: vi.fn() })
  response.destroy.mockImplementation(() => response.emit('close'))
  return { response: response as unknown as ServerResponse, read: () => response.emit('close') }
}

beforeEach(() => void vi.useFakeTimers())
test('a tenant may leave 16 MiB unread, and gets them back when they are read', () => {
  const unread = createUnreadAnswers()
  const waiting = Array.from({ length: 16 }, answer)
  for (const { response } of waiting) expect(unread.count('ten_1', mebibyte, response).ok).toBe(true)
  expect(unread.count('ten_1', mebibyte, answer().response)).toMatchObject({
    ok: false,
    error: { code: 'rate_limited', retryAfter: 1 },
  })
  expect(unread.count('ten_2', mebibyte, answer().response).ok).toBe(true)
  waiting[0]?.read()
  expect(unread.count('ten_1', mebibyte, answer().response).ok).toBe(true)
})

test('all tenants together may leave 128 MiB unread', () => {
  const unread = createUnreadAnswers()
  for (let tenant = 0; tenant < 128; tenant += 1)
    expect(unread.count(`ten_${tenant}`, mebibyte, answer().response).ok).toBe(true)
  expect(unread.count('ten_another', mebibyte, answer().response).ok).toBe(false)
})

test("small answers are not counted: a sale is never refused because of other requests' lists", () => {
  const unread = createUnreadAnswers()
  for (let count = 0; count < 16; count += 1) unread.count('ten_1', mebibyte, answer().response)
  expect(unread.count('ten_1', 4_000, answer().response).ok).toBe(true)
})

test('a client that does not read its answers is disconnected', () => {
  const unread = createUnreadAnswers()
  const { response } = answer()
  unread.count('ten_1', 16 * mebibyte, response)
  expect(unread.count('ten_1', mebibyte, answer().response).ok).toBe(false)
  vi.advanceTimersByTime(30_000)
  expect(response.destroy).toHaveBeenCalledOnce()
  expect(unread.count('ten_1', mebibyte, answer().response).ok).toBe(true)
})

test('a list is refused before it is created, and no other operation is counted', () => {
  const unread = createUnreadAnswers()
  expect(unread.refuse('ten_1')).toBeNull()
  unread.count('ten_1', 16 * mebibyte, answer().response)
  expect(unread.refuse('ten_1')?.code).toBe('rate_limited')
  expect(unread.refuse('ten_2')).toBeNull()
  const lists = Object.entries(operationFacts)
    .filter(([, operation]) => answersList(operation))
    .map(([name]) => name)
  expect(lists).toContain('payment_intents.search')
  for (const name of lists) expect(name).toMatch(/list|search|records/)
})
