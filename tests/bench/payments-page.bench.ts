import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { dataPaths } from '../../src-main/paths.ts'
import { createSqliteStore } from '../../src-service/store/sqlite/sqlite-store.ts'
import { launchApp, type TestApp } from '../e2e/support/app.ts'
import { startProcess } from './support/processes.ts'
import { type BenchRow, median, percentile, printRows } from './support/report.ts'
import { scrollDown, toEnd, untilRows } from './support/rows-painted.ts'
import { fillWithPayments } from './support/shop-payments.ts'

/**
 * The manager's page of payments in the real app, its embedded service with 1,000 payments and with 1,000,000: both apps
 * are open at once and asked in turns, so that whatever else the machine does falls on both. From the key or press to the
 * rows painted; then a scripted scroll of five seconds. `--count=100000` measures fewer (for a look), `--keep=FOLDER`
 * fills that folder once and uses it again.
 */
const flag = (name: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3)
const few = 1_000
const many = Number(flag('count') ?? 1_000_000)
const rounds = Number(flag('rounds') ?? 30)
const goal = { is: 'at most', value: 200 } as const
const pin = '246810'

async function fill(userData: string, count: number): Promise<void> {
  const data = dataPaths(userData).service
  const program = join(projectRoot, 'dist/service/main.js')
  // The first start makes the merchant.
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

/** It is evening where the shop is, so that a day's sales are there whenever this runs. */
function eveningZone(): string {
  const ahead = 20 - new Date().getUTCHours()
  // POSIX counts zones westwards.
  return ahead >= 0 ? `Etc/GMT-${Math.min(ahead, 14)}` : `Etc/GMT+${-ahead}`
}

async function openApp(userData: string): Promise<TestApp> {
  const app = await launchApp({
    userData,
    env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none', TZ: eveningZone() },
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

interface Step {
  readonly name: string
  readonly goal?: true
  /** The one input whose answer is measured. */
  readonly run: (app: TestApp, count: number) => Promise<number>
}

const anyOf = (count: number) => Math.floor(Math.random() * count)
const quiet = (app: TestApp) => app.pos.locator('[aria-busy="false"] [data-intent]').first().waitFor()
const button = (app: TestApp, name: string) => app.pos.getByRole('button', { name, exact: true })
const period = (app: TestApp, name: string) =>
  app.pos.locator('fieldset label').filter({ hasText: name }).first()
const pressing = (app: TestApp, key: string) => untilRows(app.pos, () => app.pos.keyboard.press(key))

/** All payments of every day, as they are before words are looked for. */
async function everything(app: TestApp): Promise<void> {
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

/** Of a card that somebody paid with. */
async function lastFour(app: TestApp): Promise<string> {
  const texts = await app.pos.locator('[data-intent]').allInnerTexts()
  const found = texts.flatMap((text) => /\D(\d{4})\D*\n/.exec(text)?.[1] ?? [])
  return found[anyOf(found.length)] ?? ''
}

const steps: readonly Step[] = [
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

async function measure(apps: readonly { readonly app: TestApp; readonly count: number }[]): Promise<void> {
  for (const step of steps) {
    const times = apps.map((): number[] => [])
    for (let round = -3; round < rounds; round += 1) {
      for (const [at, { app, count }] of apps.entries()) {
        const took = await step.run(app, count)
        if (round >= 0) times[at]?.push(took)
      }
    }
    const words = (samples: readonly number[]) =>
      `p50 ${median(samples).toFixed(0)}, p95 ${percentile(samples, 0.95).toFixed(0)} ms`
    const note = apps
      .map(({ count }, at) => `${count.toLocaleString('en-US')}: ${words(times[at] ?? [])}`)
      .join('; ')
    printRows('', [
      {
        ...{ name: step.name, value: percentile(times.at(-1) ?? [], 0.95), unit: 'ms', note },
        ...(step.goal === true ? { goal } : {}),
      },
    ])
  }
}

async function scroll(app: TestApp, count: number): Promise<readonly BenchRow[]> {
  await everything(app)
  const { frames, distance, rows } = await scrollDown(app.pos, 5_000, 4_000)
  const late = frames.filter((ms) => ms > 17.5).length / frames.length
  const of = `${count.toLocaleString('en-US')} payments: scrolling`
  return [
    {
      ...{
        name: `${of}, frames per second`,
        value: (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0),
      },
      ...{ unit: '/s', note: `${Math.round(distance).toLocaleString('en-US')} px; ${rows}` },
      goal: { is: 'at least', value: 59 },
    },
    { name: `${of}, late frames (over 17.5 ms)`, value: late * 100, unit: '%', note: `of ${frames.length}` },
    { name: `${of}, longest frame`, value: Math.max(...frames), unit: 'ms', note: '' },
  ]
}

const folder = flag('keep') ?? mkdtempSync(join(tmpdir(), 'countertop-payments-'))
const apps: { readonly app: TestApp; readonly count: number }[] = []
const placeOf = (count: number) => join(folder, String(count))
for (const count of [few, many]) await fill(placeOf(count), count)
for (const count of [few, many]) apps.push({ app: await openApp(placeOf(count)), count })
printRows('The page of payments, from the input to the rows painted', [])
await measure(apps)
for (const { app, count } of apps) printRows('', await scroll(app, count))
for (const { app } of apps) await app.electron.close()
if (flag('keep') === undefined) rmSync(folder, { recursive: true, force: true })
