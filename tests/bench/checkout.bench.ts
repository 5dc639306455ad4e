import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { createClient } from '../../src-shared/api/client.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { lines, loadPage, type PageLoad } from './support/page-load.ts'
import { startProcess } from './support/processes.ts'
import { type BenchRow, median, printRows } from './support/report.ts'

/**
 * A payment link in a browser without a cache: the bytes transferred, the first paint, and the time until a card can be
 * typed.
 */
const loads = 5
const mostBytes = 60_000
const firstPaintGoalMs = 1_000

const folder = mkdtempSync(join(tmpdir(), 'countertop-bench-checkout-'))
const service = await startProcess(fromRoot('dist/service/main.js'), [
  ...['--port', '0', '--data', join(folder, 'service'), '--sandbox', '--rate-limit', 'off'],
])
const browser = await launchChromium()
try {
  const client = createClient({
    baseUrl: service.ready.url ?? '',
    apiKey: service.ready.private_key ?? '',
    accountId: service.ready.account_id ?? '',
  })
  const session = await client.call('checkout_sessions.create', {
    body: { payment_intent_data: { amount: 2500 } },
  })
  if (!session.ok || session.value.url === null) throw new Error('there is no link to open')
  const { url } = session.value
  const rows: BenchRow[] = []
  for (const line of lines) {
    const measured: PageLoad[] = []
    for (let count = 0; count < loads; count += 1) measured.push(await loadPage(browser, url, line))
    const of = (read: (one: PageLoad) => number) => median(measured.map(read))
    if (rows.length === 0) {
      rows.push({
        name: 'the whole page over the line',
        value: of(({ bytes }) => bytes) / 1000,
        unit: 'kB',
        goal: { is: 'at most', value: mostBytes / 1000 },
        note: 'compressed, with headers',
      })
    }
    rows.push({
      name: `first paint, ${line.name}`,
      value: of(({ firstPaintMs }) => firstPaintMs),
      unit: 'ms',
      ...(line.roundTripMs === 400 ? { goal: { is: 'at most', value: firstPaintGoalMs } } : {}),
      note: `a card can be typed after ${Math.round(of(({ formMs }) => formMs))} ms`,
    })
  }
  printRows(`A payment link, opened for the first time (median of ${loads})`, rows)
} finally {
  await browser.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
