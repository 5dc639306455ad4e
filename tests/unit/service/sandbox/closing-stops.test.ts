import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type App, createApp } from '../../../../src-service/app.ts'
import type { Log } from '../../../../src-service/log.ts'
import { createSettlementClosing } from '../../../../src-service/sandbox/close-settlement.ts'
import type { Row, Store } from '../../../../src-service/store/store.ts'
import type { Settlement } from '../../../../src-shared/api/schemas/settlement.ts'
import { saveCard } from '../../../bench/support/saved-card.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const sales = 24

async function openShop() {
  const folder = await temporaryFolder('closing-stops')
  const faults: unknown[] = []
  const log: Log = { ...silentLog, error: (fields) => void faults.push(fields) }
  const app = await createApp(
    {
      ...{ port: 0, host: '127.0.0.1', dataDirectory: folder, sandbox: true, bankDelayMs: 0 },
      ...{ rateLimit: null, checkReplies: true, privateKey: null, vaultKeys: undefined },
    },
    log,
  )
  const url = await app.listen()
  const { private_key: key = '', account_id: accountId = '' } = app.sandbox ?? {}
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'x-account-id': accountId },
      body: JSON.stringify(body),
    })
  const customer = await saveCard({ url, private_key: key, account_id: accountId })
  const sell = async () => {
    const { id } = (await (await post('/payment_intents', { amount: 1_000 })).json()) as { id: string }
    const paid = await post(`/payment_intents/${id}/payments`, { customer_id: customer })
    expect(paid.status).toBe(200)
  }
  await Promise.all(Array.from({ length: sales }, sell))
  const close = () => post('/sandbox/settlements/close', { account_id: accountId })
  return { app, folder, accountId, faults, close }
}

/** Calls `act` once, after the first payments of a settlement run are written. */
function whenSettling({ services: { store } }: App, act: () => void): void {
  const commit: Store['commit'] = store.commit
  let isDone = false
  store.commit = (set) => {
    const isFirst = !isDone && set.writes.some(({ kind }) => kind === 'fee')
    if (isFirst) isDone = true
    const written = commit(set)
    if (isFirst) act()
    return written
  }
}

async function leftIn(folder: string, account_id: string) {
  const store = openSqliteStore(join(folder, 'service.db'))
  const where = [{ column: 'settlement_status', is: '=', value: 'unsettled' }] as const
  const unsettled = await store.list('payment', { account_id, where, limit: 100 })
  const runs: readonly Row<Settlement>[] = await store.list('settlement', { account_id, limit: 9 })
  await store.close()
  return { unsettled: unsettled.length, runs: runs.map(({ document }) => document.status) }
}

test('a service that stops while closing a day answers `overloaded`, and its next start settles the rest', async () => {
  const { app, folder, accountId, faults, close } = await openShop()
  let stopped = Promise.resolve()
  whenSettling(app, () => {
    stopped = app.stop()
  })
  const answer = await close()
  const body = await answer.json()
  await stopped
  expect([answer.status, body]).toMatchObject([503, { error: { code: 'overloaded' } }])
  const { unsettled, runs } = await leftIn(folder, accountId)
  expect(runs).toEqual(['closing'])
  expect(unsettled).toBeGreaterThan(0)
  expect(unsettled).toBeLessThan(sales)
  expect(faults).toEqual([])
})

test('stopping the settlement waits until the current run has ended, so that no payment fails on a closed store', async () => {
  const { app, folder, accountId, faults } = await openShop()
  const closing = createSettlementClosing(app.services)
  const settling = new Promise<void>((resolve) => whenSettling(app, resolve))
  const run = closing.close(accountId)
  await settling
  await closing.stop()
  expect(await Promise.race([run, nextTurn()])).toMatchObject({ ok: false, error: { code: 'overloaded' } })
  await app.stop()
  expect((await leftIn(folder, accountId)).runs).toEqual(['closing'])
  expect(faults).toEqual([])
})
