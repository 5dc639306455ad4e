import { expect, test } from 'vitest'
import type { Caller } from '../../../../../src-service/caller.ts'
import { insertOf } from '../../../../../src-service/store/row-writes.ts'
import { type Counter, hsn, openCounter, tryToJoin } from '../terminals-harness.ts'

/** Creates accounts of one other tenant. */
async function strangers(counter: Counter, count: number): Promise<readonly Caller[]> {
  const own = await counter.services.accounts.account(counter.merchant.account_id)
  if (own === null) throw new Error('the training account is gone')
  const ids = Array.from({ length: count }, (_, index) => `acct_stranger_${index}`)
  const writes = ids.map((id) => {
    const document = { ...own.document, tenant_id: 'ten_strange', merchant_id: `mer_${id}` }
    return insertOf('account', { ...own, id, account_id: id, version: 1, document })
  })
  expect((await counter.services.store.commit({ writes })).ok).toBe(true)
  return ids.map((accountId) => ({
    ...{ keyId: `key_${accountId}`, tenantId: 'ten_strange', level: 'tenant_admin', accountId },
  }))
}

test('codes that many accounts of another tenant request at once do not crowd out the code of the owner', async () => {
  const counter = await openCounter()
  const issue = (caller: Caller) => counter.must('terminals.activation_code', { hsn }, { caller })
  const { activation_code } = (await issue(counter.caller)) as { activation_code: string }
  const others = await strangers(counter, 12)
  await Promise.all(others.map(issue))
  expect(await tryToJoin(counter, activation_code)).toMatchObject({ ok: true })
})

test('the newest two codes of a tenant are valid when its accounts request many at once', async () => {
  const counter = await openCounter()
  const others = await strangers(counter, 6)
  const issue = (caller: Caller) => counter.must('terminals.activation_code', { hsn }, { caller })
  await Promise.all(others.slice(1).map(issue))
  counter.clock.advance(1000)
  const [first] = others
  if (first === undefined) throw new Error('there are no strangers')
  const { activation_code } = (await issue(first)) as { activation_code: string }
  expect(await tryToJoin(counter, activation_code)).toMatchObject({ ok: true })
})
