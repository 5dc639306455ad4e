import { mkdirSync, rmdirSync } from 'node:fs'
import { dataPaths } from '../../src-main/paths.ts'
import { paidOnce } from './support/books.ts'
import { charge, expect, readyToSell } from './support/counter.ts'
import { isKept } from './support/kept-sale.ts'
import { press, reaches, showsText } from './support/screen.ts'
import { test } from './support/trouble.ts'

test('a counter that cannot write its journal at its start reports that, and sells once it can', async ({
  shop,
}) => {
  const { app: first, booked, service, restartCounter } = await shop()
  await charge(first.pos, '1500')
  await reaches(first.pos, 'Approved')
  await isKept(first, service, 'approved')

  // A full disk is not at hand: a folder in the place of the journal's new file prevents the write just as well.
  const inTheWay = `${dataPaths(first.userData).sales(service.account_id)}.new`
  const { pos } = await restartCounter(async () => mkdirSync(inTheWay))
  await showsText(pos, 'This counter cannot open its books')
  await expect(pos.getByRole('button', { name: 'Cash', exact: true })).toBeDisabled()
  await expect(pos.getByText('Starting the payment service')).toHaveCount(0)

  rmdirSync(inTheWay)
  await reaches(pos, 'Approved')
  await expect(pos.getByText('This counter cannot open its books')).toHaveCount(0)
  await press(pos, 'New sale')
  await readyToSell(pos)
  expect(await booked()).toEqual(paidOnce(1500))
})
