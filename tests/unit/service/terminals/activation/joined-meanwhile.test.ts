import { expect, test } from 'vitest'
import { activationBody } from '../../../../support/join-terminal.ts'
import { openInterleaved } from '../interleaved-counter.ts'
import { type Counter, codeOf, hsn, joinCounter } from '../terminals-harness.ts'

async function codeFor(counter: Counter): Promise<string> {
  const issued = await counter.must('terminals.activation_code', { hsn })
  return (issued as { activation_code: string }).activation_code
}

const exchange = (counter: Counter, code: string) =>
  activationBody(
    hsn,
    code,
    async (body) =>
      (await counter.must('terminals.begin_activation', body)) as { readonly service_share: string },
  )

test.each(['terminal', 'activation_code'] as const)(
  'an activation that is repeated while it succeeds gets the same answer, also if it does so after the read of the %s',
  async (kind) => {
    const { counter, afterRead } = await openInterleaved()
    const { body } = await exchange(counter, await codeFor(counter))
    let first: unknown
    afterRead(kind, async () => {
      first = await counter.must('terminals.activate', body)
    })
    const repeated = await counter.must('terminals.activate', body)
    expect(repeated).toEqual(first)
  },
)

test('two copies of an activation at once get the same answer', async () => {
  const { counter } = await openInterleaved()
  const { body } = await exchange(counter, await codeFor(counter))
  const [one, other] = await Promise.all([
    counter.must('terminals.activate', body),
    counter.must('terminals.activate', body),
  ])
  expect(one).toEqual(other)
})

test('a terminal that joins while its owner is checked is not refused as another merchant’s', async () => {
  const { counter, afterRead } = await openInterleaved()
  const code = await codeFor(counter)
  afterRead('terminal', () => joinCounter(counter, code))
  expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('terminal_not_connected')
})
