import { join } from 'node:path'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { dataPaths } from '../../../src-main/paths.ts'
import { createSqliteStore } from '../../../src-service/store/sqlite/sqlite-store.ts'
import { launchApp, type TestApp } from '../../e2e/support/app.ts'
import { startProcess } from './processes.ts'
import { toEnd, untilRows } from './rows-painted.ts'
import { fillWithPayments } from './shop-payments.ts'

const pin = '246810'

/** Writes this many payments into the database of the app's service; does nothing if there are some. */
export async function fillShop(userData: string, count: number): Promise<void> {
  const data = dataPaths(userData).service
  const program = join(projectRoot, 'dist/service/main.js')
  // The first start creates the merchant.
  const service = await startProcess(program, [
    '--port',
    '0',
    '--data',
    data,
    '--sandbox',
    '--rate-limit',
    'off',
  ])
  await service.stop()
  const { account_id: accountId = '', business_id: businessId = '' } = service.ready
  const store = createSqliteStore(join(data, 'service.db'))
  const known = await store.search('payment_intent', {
    ...{ accountIds: [accountId], where: [], offset: 0, limit: 1 },
    sort: { column: 'created_at', direction: 'desc' },
  })
  const began = performance.now()
  if (known.rows.length === 0)
    await fillWithPayments(store, { accountId, businessId }, { count, until: Date.now() })
  await store.close()
  console.log(
    `${count.toLocaleString('en-US')} payments after ${Math.round((performance.now() - began) / 1000)} s`,
  )
}

/** A time zone in which it is evening now, so that a day's sales exist whenever this runs. */
function eveningZone(): string {
  const ahead = 20 - new Date().getUTCHours()
  // POSIX counts time zones westwards.
  return ahead >= 0 ? `Etc/GMT-${Math.min(ahead, 14)}` : `Etc/GMT+${-ahead}`
}

/** Starts the app and opens the manager's page of payments. */
export async function openPayments(userData: string): Promise<TestApp> {
  const app = await launchApp({
    userData,
    env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none', TZ: eveningZone() },
    realHashes: true,
  })
  const { pos } = app
  await pos.locator('[data-sale-state="ready"]').waitFor({ timeout: 120_000 })
  await pos.keyboard.press('F6')
  await pos.getByRole('group', { name: 'PIN keypad' }).waitFor()
  for (let times = 0; times < 2; times += 1) {
    await pos.keyboard.type(pin)
    await pos.keyboard.press('Enter')
    if (
      await pos
        .locator('main[data-open="true"]')
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        )
    )
      break
  }
  await pos.locator('[data-intent]').first().waitFor({ timeout: 60_000 })
  return app
}

/** An action on that page. */
export interface PageStep {
  readonly name: string
  readonly goal?: true
  /** Does the one input whose response is measured. */
  readonly run: (app: TestApp, count: number) => Promise<number>
}

const anyOf = (count: number) => Math.floor(Math.random() * count)
const quiet = (app: TestApp) => app.pos.locator('[aria-busy="false"] [data-intent]').first().waitFor()
const button = (app: TestApp, name: string) => app.pos.getByRole('button', { name, exact: true })
const period = (app: TestApp, name: string) =>
  app.pos.locator('fieldset label').filter({ hasText: name }).first()
const pressing = (app: TestApp, key: string) => untilRows(app.pos, () => app.pos.keyboard.press(key))

/** Lists all payments of every day, as before a search. */
export async function everything(app: TestApp): Promise<void> {
  await button(app, 'Today').first().click()
  await quiet(app)
  await period(app, 'Any day').click()
  await quiet(app)
}

async function look(app: TestApp, words: string): Promise<number> {
  await everything(app)
  const field = app.pos.getByLabel('Search (F3)')
  await field.fill(words)
  return pressing(app, 'Enter')
}

/** The last four digits of a card on the page. */
async function lastFour(app: TestApp): Promise<string> {
  const texts = await app.pos.locator('[data-intent]').allInnerTexts()
  const found = texts.flatMap((text) => /\D(\d{4})\D*\n/.exec(text)?.[1] ?? [])
  return found[anyOf(found.length)] ?? ''
}

export const pageSteps: readonly PageStep[] = [
  {
    name: 'opens, with the payments of today',
    goal: true,
    run: async (app) => {
      await button(app, 'Items').click()
      await app.pos.locator('main[data-place="items"]').waitFor()
      return pressing(app, 'Escape')
    },
  },
  {
    name: 'of any day',
    goal: true,
    run: async (app) => {
      await button(app, 'Today').first().click()
      await quiet(app)
      return untilRows(app.pos, () => period(app, 'Any day').click())
    },
  },
  {
    name: 'by last four',
    goal: true,
    run: async (app) => {
      await everything(app)
      return look(app, await lastFour(app))
    },
  },
  { name: 'by receipt number', goal: true, run: (app, count) => look(app, `A${anyOf(count).toString(36)}`) },
  { name: 'by free text, two common words', goal: true, run: (app) => look(app, 'visa latte') },
  { name: 'by free text, three words', goal: true, run: (app) => look(app, 'terrace amex muffin') },
  {
    name: 'by filter: refunded, any day',
    goal: true,
    run: async (app) => {
      await everything(app)
      return untilRows(app.pos, () => button(app, 'Refunded').first().click())
    },
  },
  {
    name: 'the next page, at the end of the first',
    goal: true,
    run: async (app) => {
      await everything(app)
      return untilRows(app.pos, () => toEnd(app.pos))
    },
  },
]
