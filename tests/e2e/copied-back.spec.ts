import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchApp, type TestApp, windowAt } from './support/app.ts'
import { charge, emptyCharge, expect, heading, readyToSell, test } from './support/counter.ts'
import { chooseTip, drawSignature, finishSignature, insertVisa, takeCardOut } from './support/customer.ts'

const note = (app: TestApp) => app.pos.getByText(/^Receipt numbers went from [A-Z]{2} to [A-Z]{2}: /)

async function sell({ electron, pos }: TestApp): Promise<void> {
  const terminal = await windowAt(electron, 'app://terminal/')
  await charge(pos, '1234')
  await chooseTip(terminal, /^20%/)
  await insertVisa(terminal)
  await takeCardOut(terminal)
  await drawSignature(terminal)
  await finishSignature(terminal)
  await expect(heading(pos, 'Approved')).toBeVisible()
  await pos.keyboard.press('Enter')
  await expect(emptyCharge(pos)).toBeVisible()
}

/** The receipt numbers in the book of sales, oldest first. */
function numbersIn(userData: string): readonly string[] {
  const sales = join(userData, 'sales')
  const names = readdirSync(sales, { recursive: true }).map(String)
  const months = names.filter((name) => /\.bills[\\/]\d{4}-\d\d\.jsonl$/.test(name))
  const lines = months.flatMap((name) => readFileSync(join(sales, name), 'utf8').split('\n'))
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line).bill.number)
}

test('a counter whose files were restored to an earlier state reports it, and reuses none of its numbers', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'countertop-copy-'))
  const first = await launchApp()
  const { userData } = first
  const sales = join(userData, 'sales')
  await readyToSell(first.pos)
  await sell(first)
  await first.electron.close()
  cpSync(sales, copy, { recursive: true })

  const second = await launchApp({ userData })
  await readyToSell(second.pos)
  await sell(second)
  await expect(note(second)).toBeHidden()
  await second.electron.close()
  const given = numbersIn(userData)
  expect(given).toHaveLength(2)

  // The payments are still at the service.
  rmSync(sales, { recursive: true })
  cpSync(copy, sales, { recursive: true })
  const back = await launchApp({ userData })
  await readyToSell(back.pos)
  await expect(note(back)).toBeVisible()
  await sell(back)
  const [kept, next = ''] = numbersIn(userData)
  expect(kept).toBe(given[0])
  expect(given.map((number) => number.slice(0, 2))).not.toContain(next.slice(0, 2))
  await back.pos.getByRole('button', { name: 'Seen' }).click()
  await expect(note(back)).toBeHidden()
  await back.close()
  rmSync(copy, { recursive: true, force: true })
})
