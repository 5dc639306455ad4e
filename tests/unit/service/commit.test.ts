import { describe, expect, test } from 'vitest'
import { isSavedAnswer, runDecision } from '../../../src-service/commit.ts'
import { ok } from '../../../src-shared/result.ts'
import { claim, codeOf, openTenant, refuse, tenantRow } from './tenant-name-harness.ts'

describe('a decision', () => {
  test('a decision is made again when another was faster, so that no change is lost', async () => {
    const { services, read, append } = await openTenant()
    const letters = ['a', 'b', 'c', 'd']
    const results = await Promise.all(letters.map((letter) => runDecision(services, append(letter))))
    expect(results.every((result) => result.ok)).toBe(true)
    expect([...(await read()).document.name].sort()).toEqual(letters)
  })

  test('a decision is given up after several tries, with an error that its change was not written', async () => {
    const { services, read, append } = await openTenant()
    const stale = { ...append('x'), load: async () => ok(tenantRow('', 7)) }
    const result = await runDecision(services, stale)
    expect(result).toMatchObject({
      error: {
        code: 'lock_timeout',
        message: expect.stringContaining('this request was not carried out'),
      },
    })
    expect((await read()).document.name).toBe('')
  })

  test('a decision that refuses writes nothing', async () => {
    const { services, read } = await openTenant()
    expect(codeOf(await runDecision(services, refuse))).toBe('state_conflict')
    expect((await read()).version).toBe(1)
  })

  test('the answer to a decision with a key is saved, and a repeat gets the same body', async () => {
    const { services, read, append } = await openTenant()
    const first = await runDecision(services, { ...append('a'), idempotency: claim() })
    const again = await runDecision(services, { ...append('a'), idempotency: claim() })
    if (!first.ok || !again.ok || !isSavedAnswer(first.value) || !isSavedAnswer(again.value)) {
      throw new Error('not saved')
    }
    expect([first.value.replayed, again.value.replayed]).toEqual([false, true])
    expect(again.value.body).toBe(first.value.body)
    expect((await read()).document.name).toBe('a')
  })

  test('a repeat gets the saved answer even when the decision would now refuse', async () => {
    const { services, append } = await openTenant()
    await runDecision(services, { ...append('a'), idempotency: claim() })
    const again = await runDecision(services, { ...refuse, idempotency: claim() })
    expect(again.ok && isSavedAnswer(again.value) && again.value.replayed).toBe(true)
  })

  test('a key that was used with another body is refused', async () => {
    const { services, append } = await openTenant()
    await runDecision(services, { ...append('a'), idempotency: claim() })
    const other = { ...append('b'), idempotency: claim({ fingerprint: 'another' }) }
    expect(codeOf(await runDecision(services, other))).toBe('idempotency_key_reused')
  })
})
