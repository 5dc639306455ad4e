import { describe, expect, test } from 'vitest'
import { insertOf } from '../../../../../src-service/store/row-writes.ts'
import type { ActivationCodeDocument } from '../../../../../src-service/terminals/rows.ts'
import { activationBody } from '../../../../support/join-terminal.ts'
import { connected, dial, ended } from '../dialling-terminal-harness.ts'
import { type Counter, codeOf, hsn, joinCounter, openCounter } from '../terminals-harness.ts'

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

describe('an activation whose answer is lost', () => {
  test('an activation whose answer is lost gets the same answer when the same exchange repeats it', async () => {
    const counter = await openCounter()
    const { body } = await exchange(counter, await codeFor(counter))
    const first = await counter.must('terminals.activate', body)
    expect(await counter.must('terminals.activate', body)).toEqual(first)
  })

  test('an activation whose answer is lost can be repeated only a few times', async () => {
    const counter = await openCounter()
    const { body } = await exchange(counter, await codeFor(counter))
    const answers: string[] = []
    for (let time = 0; time < 100; time += 1) {
      const answer = await counter.call('terminals.activate', body)
      answers.push(answer.ok ? 'answered' : answer.error.code)
    }
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'answered'))
    expect(answers.at(-1)).toBe('rate_limited')
  })

  test('an activation whose answer is lost is not answered to another exchange, nor after some minutes', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    const [one, other] = [await exchange(counter, code), await exchange(counter, code)]
    await counter.must('terminals.activate', one.body)
    expect(codeOf(await counter.call('terminals.activate', other.body))).toBe('activation_code_invalid')
    const changed = { ...one.body, proof: other.body.proof }
    expect(codeOf(await counter.call('terminals.activate', changed))).toBe('activation_code_invalid')
    await counter.advance(601)
    expect(codeOf(await counter.call('terminals.activate', one.body))).toBe('activation_code_invalid')
  })

  test('an activation whose answer is lost cannot be repeated after a new activation', async () => {
    const counter = await openCounter()
    const { body } = await exchange(counter, await codeFor(counter))
    await counter.must('terminals.activate', body)
    await joinCounter(counter, await codeFor(counter))
    expect(codeOf(await counter.call('terminals.activate', body))).toBe('activation_code_invalid')
  })
})

test('a code that is issued again is found, no matter how many others were issued for the serial number since', async () => {
  const counter = await openCounter()
  await codeFor(counter)
  const { store } = counter.services
  const [own] = await store.list<ActivationCodeDocument>('activation_code', { limit: 10 })
  if (own === undefined) throw new Error('there is no code')
  // Codes that 130 other merchants requested over the years.
  const writes = Array.from({ length: 130 }, (_, index) => {
    const account_id = `acct_${index}`
    const document = { ...own.document, account_id, tenant_id: `ten_${index}`, expires_at: 1 }
    const created_at = own.created_at + index + 1
    return insertOf('activation_code', {
      ...{ account_id, id: `${hsn} ${account_id}`, version: 1, created_at, updated_at: 1, document },
    })
  })
  expect((await store.commit({ writes })).ok).toBe(true)
  const { body } = await exchange(counter, await codeFor(counter))
  expect(await counter.call('terminals.activate', body)).toMatchObject({ ok: true })
  expect(await store.list('activation_code', { limit: 100 })).toHaveLength(1)
})

describe('the previous credential', () => {
  test('the previous credential is valid until the new one is used', async () => {
    const counter = await openCounter()
    const before = await joinCounter(counter, await codeFor(counter))
    const linked = dial(counter, before)
    await connected(linked)
    const lost = await joinCounter(counter, await codeFor(counter))
    const after = await joinCounter(counter, await codeFor(counter))
    expect(linked.ends).toEqual([])
    const again = dial(counter, before)
    await connected(again)
    const other = dial(counter, lost)
    await ended(other)
    expect(other.ends).toEqual([4401])

    const renewed = dial(counter, after)
    await connected(renewed)
    await ended(again)
    const old = dial(counter, before)
    await ended(old)
    expect(old.ends).toEqual([4401])
    expect(renewed.ends).toEqual([])
  })

  test('the previous credential is void after a release', async () => {
    const counter = await openCounter()
    const before = await joinCounter(counter, await codeFor(counter))
    await joinCounter(counter, await codeFor(counter))
    await counter.must('terminals.release', { hsn })
    const old = dial(counter, before)
    await ended(old)
    expect(old.ends).toEqual([4401])
  })
})
