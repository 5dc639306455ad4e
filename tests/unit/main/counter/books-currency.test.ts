import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createBooksGuard, decideBooks, openBooks } from '../../../../src-main/counter/books-currency.ts'
import type { Log } from '../../../../src-main/log.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { openJournal } from '../../../../src-main/sale/journal.ts'
import { createPublisher } from '../../../../src-main/snapshot/publisher.ts'
import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { ok } from '../../../../src-shared/result.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { eventually } from '../../../support/eventually.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const never = async () => {
  throw new Error('the service need not be asked')
}
const silent: Log = { info() {}, warn() {}, error() {} }
const account = 'acct_1'

test.each([
  [null, null, { kind: 'open', currency: 'USD' }],
  [null, 'CAD', { kind: 'open', currency: 'CAD' }],
  ['CAD', null, { kind: 'open', currency: 'CAD' }],
  ['CAD', 'CAD', { kind: 'open', currency: 'CAD' }],
  ['USD', 'CAD', { kind: 'differs', books: 'USD', account: 'CAD' }],
] as const)('books in %s of an account in %s are opened or refused', (books, named, expected) => {
  expect(decideBooks(books, named)).toEqual(expected)
})

const inCurrency = (currency: 'USD' | 'CAD') => async () => currency
const openDrawer = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{"kind":"opened"}\n')
}

test('new books take the currency of the account, and keep it once something was sold', async () => {
  const paths = dataPaths(await temporaryFolder('books'))
  expect(await openBooks(paths, account, null, inCurrency('CAD'))).toEqual({ kind: 'open', currency: 'CAD' })
  expect(JSON.parse(await readFile(paths.booksCurrency(account), 'utf8'))).toEqual({ currency: 'CAD' })
  expect(await openBooks(paths, account, null, never)).toEqual({ kind: 'open', currency: 'CAD' })
  openDrawer(paths.drawer(account))
  expect(await openBooks(paths, account, 'USD', inCurrency('USD'))).toMatchObject({ kind: 'differs' })
  // Another account has books of its own.
  expect(await openBooks(paths, 'acct_2', 'USD', never)).toEqual({ kind: 'open', currency: 'USD' })
})

test('books without any sale follow the currency of the account', async () => {
  const paths = dataPaths(await temporaryFolder('books'))
  expect(await openBooks(paths, account, 'USD', never)).toEqual({ kind: 'open', currency: 'USD' })
  // As after a start of the counter.
  await (await openJournal(paths.sales(account), silent)).close()
  mkdirSync(paths.soldBills(account))
  expect(await openBooks(paths, account, 'CAD', inCurrency('CAD'))).toEqual({ kind: 'open', currency: 'CAD' })
  expect(await openBooks(paths, account, null, never)).toEqual({ kind: 'open', currency: 'CAD' })
})

test('the currency noted at set-up may be outdated, so the service is asked before books are refused', async () => {
  const paths = dataPaths(await temporaryFolder('books'))
  await openBooks(paths, account, 'CAD', never)
  openDrawer(paths.drawer(account))
  expect(await openBooks(paths, account, 'USD', inCurrency('CAD'))).toEqual({ kind: 'open', currency: 'CAD' })
})

test('books from versions without a choice of currency are in US dollars', async () => {
  const paths = dataPaths(await temporaryFolder('books'))
  openDrawer(paths.drawer(account))
  expect(await openBooks(paths, account, 'CAD', inCurrency('CAD'))).toEqual({
    kind: 'differs',
    books: 'USD',
    account: 'CAD',
  })
  expect(await openBooks(paths, account, null, never)).toEqual({ kind: 'open', currency: 'USD' })
})

/** A service that returns its account. */
const accessTo = (currency: 'USD' | 'CAD') =>
  ({ accountId: account, client: { call: async () => ok({ currency }) } }) as unknown as ServiceAccess

async function guardOf(initial: Partial<Snapshot>) {
  const snapshot = createPublisher({ ...snapshots.ready, ...initial }, () => guard.follow())
  const left = vi.fn(async () => undefined)
  const paths = dataPaths(await temporaryFolder('books'))
  const reopened = vi.fn(async () => undefined)
  const guard = createBooksGuard({ paths, snapshot, leave: left, reopen: reopened, log: silent })
  return { snapshot, left, reopened, guard, paths }
}

const { signal: stopped } = new AbortController()

test('a counter whose books are in another currency does not open, and the screen shows why', async () => {
  const { guard, snapshot, paths } = await guardOf({})
  expect(await guard.open(accessTo('CAD'), 'CAD', stopped)).toBe(true)
  expect(snapshot.present().currency).toBe('CAD')
  openDrawer(paths.drawer(account))
  expect(await guard.open(accessTo('USD'), 'USD', stopped)).toBe(false)
  expect(snapshot.present()).toMatchObject({
    currency: 'CAD',
    service: { kind: 'other_currency', books: 'CAD', account: 'USD' },
  })
})

test('a change of the account’s currency closes the counter, but not during a sale', async () => {
  const { guard, snapshot, left, reopened, paths } = await guardOf({ sale: snapshots.authorizing.sale })
  await guard.open(accessTo('USD'), 'USD', stopped)
  openDrawer(paths.drawer(account))
  guard.learned('USD')
  guard.learned(null)
  expect(left).not.toHaveBeenCalled()
  guard.learned('CAD')
  expect(left).not.toHaveBeenCalled()
  snapshot.update({ sale: { kind: 'ready' } })
  await eventually(() => expect(snapshot.present().service.kind).toBe('other_currency'))
  expect(left).toHaveBeenCalledOnce()
  expect(reopened).not.toHaveBeenCalled()
})

test('when nothing was sold yet, the counter opens again in the other currency', async () => {
  const { guard, snapshot, left, reopened } = await guardOf({})
  const access = accessTo('CAD')
  await guard.open(access, 'USD', stopped)
  guard.learned('CAD')
  await eventually(() => expect(reopened).toHaveBeenCalledWith(access))
  expect(left).toHaveBeenCalledOnce()
  expect(await guard.open(access, 'USD', stopped)).toBe(true)
  expect(snapshot.present().currency).toBe('CAD')
})
