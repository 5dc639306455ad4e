import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { createKnownShop } from '../../../../src-main/counter/known-shop.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { createPublisher } from '../../../../src-main/snapshot/publisher.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { eventually } from '../../../support/eventually.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const harbor = { address1: '12 Harbor Street', address2: 'Portland, ME 04101', phone: '(207) 555-0100' }
const elm = { address1: '1 Elm St', address2: 'Springfield, IL 62701', phone: '' }
const unknown = { address1: '', address2: '', phone: '' }
const receiptData = (contact: typeof harbor, dba = 'Ana’s') => ({
  ...{ dba, header: '', order_note: '', date_time: '', items: '', name_on_card: '', footer: '' },
  ...{ address1: contact.address1, address_1: contact.address1 },
  ...{ address2: contact.address2, address_2: contact.address2, phone: contact.phone },
})

function counterIn(userData: string) {
  const paths = dataPaths(userData)
  const { ready } = snapshots
  if (ready === undefined) throw new Error('no snapshot')
  const first = { ...ready, merchant_name: 'Countertop', merchant_contact: unknown }
  const snapshot = createPublisher(first, () => undefined)
  const shop = createKnownShop({ paths, snapshot, log: quietLog })
  const written = () => readFileSync(paths.knownShop('acct_1'), 'utf8')
  return { paths, shop, present: snapshot.present, written }
}

test('the shop’s name and address from the account are known at the next start, before the service answers', async () => {
  const folder = await temporaryFolder('known-shop')
  const { shop, written } = counterIn(folder)
  await shop.open('acct_1')
  shop.learned({ name: 'Ana’s', contact: harbor })
  await eventually(() => expect(written()).toContain('Harbor'))
  const next = counterIn(folder)
  await next.shop.open('acct_1')
  expect(next.present()).toMatchObject({ merchant_name: 'Ana’s', merchant_contact: harbor })
  // A service that later returns less removes nothing.
  next.shop.learned({ name: null, contact: null })
  next.shop.learned({ name: '', contact: unknown })
  expect(next.present()).toMatchObject({ merchant_name: 'Ana’s', merchant_contact: harbor })
})

test('without an account, the shop is known from card receipts', async () => {
  const { shop, present } = counterIn(await temporaryFolder('known-shop'))
  await shop.open('acct_1')
  expect(present().merchant_name).toBe('Countertop')
  shop.printed(receiptData(harbor))
  expect(present()).toMatchObject({ merchant_name: 'Ana’s', merchant_contact: harbor })
})

test('receipt data take precedence over the account, and an address never mixes both', async () => {
  const { shop, present } = counterIn(await temporaryFolder('known-shop'))
  await shop.open('acct_1')
  shop.learned({ name: 'Ana’s Bakery', contact: harbor })
  shop.printed(receiptData(elm))
  expect(present()).toMatchObject({
    merchant_name: 'Ana’s',
    merchant_contact: { ...elm, phone: harbor.phone },
  })
  // A receipt without an address keeps the known one.
  shop.printed(receiptData(unknown, ''))
  expect(present()).toMatchObject({ merchant_name: 'Ana’s', merchant_contact: { address1: '1 Elm St' } })
})

test('when a shop has moved, the new address of its account replaces that of former receipts', async () => {
  const folder = await temporaryFolder('known-shop')
  const { shop, written } = counterIn(folder)
  await shop.open('acct_1')
  shop.learned({ name: 'Ana’s', contact: harbor })
  shop.printed(receiptData(harbor))
  await eventually(() => expect(written()).toContain('"dba": "Ana’s"'))
  const next = counterIn(folder)
  await next.shop.open('acct_1')
  next.shop.learned({ name: 'Ana’s', contact: elm })
  expect(next.present().merchant_contact).toMatchObject({ address1: elm.address1 })
})

test('another account starts without the data of the previous one', async () => {
  const { shop, present } = counterIn(await temporaryFolder('known-shop'))
  await shop.open('acct_1')
  shop.learned({ name: 'Ana’s', contact: harbor })
  // Two concurrent opens wait for the same file.
  await Promise.all([shop.open('acct_2'), shop.open('acct_2')])
  expect(present().merchant_contact).toEqual(unknown)
  shop.printed(receiptData(elm, 'Bo’s'))
  expect(present()).toMatchObject({ merchant_name: 'Bo’s', merchant_contact: elm })
})

test('a damaged file leaves the shop unnamed, and is replaced when data arrive', async () => {
  const { shop, present, paths, written } = counterIn(await temporaryFolder('known-shop'))
  mkdirSync(dirname(paths.knownShop('acct_1')))
  writeFileSync(paths.knownShop('acct_1'), '{')
  await shop.open('acct_1')
  expect(present().merchant_contact).toEqual(unknown)
  shop.learned({ name: 'Ana’s', contact: harbor })
  await eventually(() => expect(written()).toContain('Harbor'))
})
