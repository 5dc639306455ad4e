import { describe, expect, test } from 'vitest'
import { err, ok, type Result } from '../../../../src-shared/result.ts'
import { createSaver, type Saving } from '../../../../src-web/application/form/saver.ts'
import type { PageFailure } from '../../../../src-web/components/ask-service.ts'

type Answer = Result<unknown, PageFailure>
const noAnswer = err<PageFailure>({ kind: 'no_answer' })
const refused = (status: number, code = 'parameter_invalid') =>
  err<PageFailure>({ kind: 'refused', status, code, params: [] })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A saver with a number of changes to send and the given answers; by default every answer is a success. */
function openSaver(begun: number, answers: Answer[] = [], isHeld = () => false) {
  let changes = begun
  const shown: Saving[] = []
  const pauses: number[] = []
  let due: (() => void) | null = null
  let sent = 0
  let most = 0
  let underWay = 0
  const saver = createSaver({
    send: () => {
      if (changes === 0) return null
      sent += 1
      underWay += 1
      most = Math.max(most, underWay)
      return Promise.resolve().then(() => {
        underWay -= 1
        const answer = answers.shift() ?? ok(null)
        if (answer.ok) changes -= 1
        return answer
      })
    },
    isHeld,
    onChange: (saving) => shown.push(saving),
    after: (ms, run) => {
      pauses.push(ms)
      due = run
      return () => {
        due = null
      }
    },
  })
  return {
    ...{ saver, shown, pauses },
    sent: () => sent,
    mostAtOnce: () => most,
    change: () => {
      changes += 1
    },
    isDue: () => due !== null,
    pass: async () => {
      const run = due
      due = null
      run?.()
      await settled()
    },
  }
}

describe('a saver', () => {
  test('sends a moment after the last change, not after each one', async () => {
    const { saver, sent, pass, shown } = openSaver(1)
    saver.request()
    saver.request()
    expect([sent(), saver.saving()]).toEqual([0, 'waiting'])
    await pass()
    expect(sent()).toBe(1)
    expect(shown).toEqual(['waiting', 'saving', 'saved'])
  })

  test('sends one request at a time, and continues until nothing is left', async () => {
    const { saver, sent, mostAtOnce } = openSaver(3)
    const [first, second] = await Promise.all([saver.flush(), saver.flush()])
    expect([first, second]).toEqual([true, true])
    expect([sent(), mostAtOnce()]).toEqual([3, 1])
  })

  test('retries by itself, at increasing intervals up to ten seconds, and quickly again after a success', async () => {
    const { saver, pauses, pass, change, isDue } = openSaver(
      1,
      Array.from({ length: 6 }, () => noAnswer),
    )
    expect(await saver.flush()).toBe(false)
    expect(saver.saving()).toBe('offline')
    for (let times = 0; times < 6; times += 1) await pass()
    expect(saver.saving()).toBe('saved')
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
    expect(isDue()).toBe(false)
    change()
    saver.request()
    expect(pauses.at(-1)).toBeLessThan(1_000)
  })

  test('does not restart its pause while it is offline, even when more is typed', async () => {
    const { saver, pauses } = openSaver(1, [noAnswer])
    await saver.flush()
    saver.request()
    saver.request()
    expect(pauses).toEqual([1_000])
    expect(saver.saving()).toBe('offline')
  })

  test.each([
    ['no answer', noAnswer, 'offline'],
    ['an error of the service', refused(500), 'offline'],
    ['too many requests', refused(429), 'offline'],
    ['the same request still running', refused(409, 'idempotency_in_progress'), 'offline'],
    ['an invalid field', refused(400), 'refused'],
    ['a closed form', refused(409, 'state_conflict'), 'refused'],
  ] as const)('after %s it shows that entries are %s', async (_why, answer, saving) => {
    const { saver, isDue } = openSaver(1, [answer])
    expect(await saver.flush()).toBe(false)
    expect(saver.saving()).toBe(saving)
    expect(isDue()).toBe(saving === 'offline')
  })

  test('waits with changes that cannot be sent yet, and does not show them as saved', async () => {
    const { saver } = openSaver(0, [], () => true)
    expect(await saver.flush()).toBe(true)
    expect(saver.saving()).toBe('waiting')
  })
})
