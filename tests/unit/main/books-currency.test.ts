import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createBooksGuard, decideBooks, openBooks } from '../../../src-main/books-currency.ts'
import type { Log } from '../../../src-main/log.ts'
import { dataPaths } from '../../../src-main/paths.ts'
import { createPublisher } from '../../../src-main/snapshot/publisher.ts'
import type { ServiceAccess } from '../../../src-main/terminal/service-access.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

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
] as const)('books in %s of an account in %s', (books, named, expected) => {
  expect(decideBooks(books, named)).toEqual(expected)
})

test('new books take the currency of the account, for good', async () => {
  const paths = dataPaths(await temporaryFolder('books'))
  expect(await openBooks(paths, account, null, async () => 'CAD')).toEqual({ kind: 'open', currency: 'CAD' })
  expect(JSON.parse(await readFile(paths.booksCurrency(account), 'utf8'))).toEqual({ currency: 'CAD' })
  expect(await openBooks(paths, account, null, never)).toEqual({ kind: 'open', currency: 'CAD' })
  expect(await openBooks(paths, account, 'USD', never)).toMatchObject({ kind: 'differs' })
  // Another account has books of its own.
  expect(await openBooks(paths, 'acct_2', 'USD', never)).toEqual({ kind: 'open', currency: 'USD' })
})

test('books of before there was a choice are in US dollars', async () => {
  const paths = dataPaths(await temporaryFolder('books'))
  mkdirSync(dirname(paths.drawer(account)), { recursive: true })
  writeFileSync(paths.drawer(account), '')
  expect(await openBooks(paths, account, 'CAD', never)).toEqual({
    kind: 'differs',
    books: 'USD',
    account: 'CAD',
  })
  expect(await openBooks(paths, account, null, never)).toEqual({ kind: 'open', currency: 'USD' })
})

async function guardOf(initial: Partial<Snapshot>) {
  const snapshot = createPublisher({ ...snapshots.ready, ...initial }, () => guard.follow())
  const left = vi.fn(async () => undefined)
  const paths = dataPaths(await temporaryFolder('books'))
  const guard = createBooksGuard({ paths, snapshot, leave: left, log: silent })
  return { snapshot, left, guard }
}

test('a counter whose books are in another currency stays shut, and the screen says so', async () => {
  const { guard, snapshot } = await guardOf({})
  const access = { accountId: account } as ServiceAccess
  expect(await guard.open(access, 'CAD')).toBe(true)
  expect(snapshot.present().currency).toBe('CAD')
  expect(await guard.open(access, 'USD')).toBe(false)
  expect(snapshot.present()).toMatchObject({
    currency: 'CAD',
    service: { kind: 'other_currency', books: 'CAD', account: 'USD' },
  })
})

test('an account that has become one of another currency ends the counter, but no sale under way', async () => {
  const { guard, snapshot, left } = await guardOf({ sale: snapshots.authorizing.sale })
  guard.learned('USD')
  guard.learned(null)
  expect(left).not.toHaveBeenCalled()
  guard.learned('CAD')
  expect(left).not.toHaveBeenCalled()
  snapshot.update({ sale: { kind: 'ready' } })
  await vi.waitFor(() => expect(snapshot.present().service.kind).toBe('other_currency'))
  expect(left).toHaveBeenCalledOnce()
})
