import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counter, codeOf, hsn, openCounter, refusalOf } from '../terminals-harness.ts'

type Pos = 0 | 1 | 2
type Step =
  | { readonly do: 'connect'; readonly pos: Pos; readonly force: boolean }
  | { readonly do: 'disconnect' | 'display'; readonly pos: Pos }
  | { readonly do: 'wait'; readonly seconds: number }

const pos = fc.constantFrom<Pos>(0, 1, 2)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect' as const), pos, force: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('disconnect' as const, 'display' as const), pos }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(30, 299, 301, 600) }),
  },
)

/** The expected state: the holder of the terminal, its key, and its end. The third POS never sends a client id. */
interface Model {
  holder: { readonly pos: Pos; readonly key: string; readonly until: number } | null
  readonly keys: (string | null)[]
}

const clientOf = (pos: Pos) => (pos === 2 ? {} : { client: { id: `secret-${pos}`, name: `Counter ${pos}` } })
const nameOf = (pos: Pos) => (pos === 2 ? null : `Counter ${pos}`)

async function take(counter: Counter, model: Model, next: Step): Promise<void> {
  if (next.do === 'wait') return counter.advance(next.seconds)
  const { holder } = model
  const live = holder !== null && counter.clock.now() < holder.until ? holder : null
  if (next.do === 'connect') {
    const force = next.force ? { force: 'true' as const } : {}
    const answer = await counter.call('terminals.connect', { hsn, ...clientOf(next.pos), ...force })
    const own = live !== null && live.pos === next.pos && next.pos !== 2
    if (live !== null && !own && !next.force) {
      const refusal = refusalOf(answer)
      expect(refusal.code).toBe('terminal_in_use')
      expect(refusal.heldBy?.name).toBe(nameOf(live.pos))
      expect(Date.parse(refusal.heldBy?.expires_at ?? '')).toBe(live.until)
      return
    }
    if (!answer.ok) throw new Error(answer.error.message)
    const { session_key: key, expires_at } = answer.value as { session_key: string; expires_at: string }
    model.keys[next.pos] = key
    model.holder = { pos: next.pos, key, until: Date.parse(expires_at) }
    return
  }
  const sessionKey = model.keys[next.pos] ?? null
  const opens = live !== null && live.key === sessionKey
  const answer =
    next.do === 'display'
      ? await counter.call('terminals.display', { hsn, text: 'Hello' }, { sessionKey })
      : await counter.call('terminals.disconnect', { hsn }, { sessionKey })
  if (!opens) expect(codeOf(answer)).toBe('terminal_session_invalid')
  else expect(answer.ok).toBe(true)
  if (opens && next.do === 'disconnect') model.holder = null
}

describe('three counters that share a terminal, with any steps in any order', () => {
  test('of the counters that share a terminal at most one has its key, and a refusal names that one', async () => {
    const counter = await openCounter()
    await counter.plug()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await counter.advance(600)
        const model: Model = { holder: null, keys: [null, null, null] }
        for (const next of steps) await take(counter, model, next)
      }),
      { numRuns: 40 },
    )
  })
})
