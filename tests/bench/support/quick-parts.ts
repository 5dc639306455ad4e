import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchApp } from '../../e2e/support/app.ts'
import { startTestServer } from '../../support/embedded-postgres.ts'
import { measureApprovals } from './approvals.ts'
import { bare, coldStart, product, type Start } from './cold-start.ts'
import type { Figures } from './figures.ts'
import { fillShop } from './large-shop.ts'
import { create, moneyLoop } from './money-loop.ts'
import { measurePair, startPair } from './paired-services.ts'
import { fillShop as fillPayments, openPayments, pageSteps } from './payments-page.ts'
import { recordLoop } from './recorded-loop.ts'
import { median, percentile } from './report.ts'
import { measureTaps } from './taps.ts'

/** One part of `npm run bench -- quick`; all parts together take two minutes. */
export interface QuickPart {
  readonly name: string
  readonly run: (folder: string, env: Record<string, string>) => Promise<Figures>
}

const load = { connections: 64, rounds: 6, seconds: 0.5 }

const counts: QuickPart = {
  name: 'what a loop writes',
  run: async (folder) => {
    const { steps } = await recordLoop(join(folder, 'counted'))
    const commits = steps.flatMap((step) => step.commits)
    const runs = commits.flat()
    const bytes = runs.reduce((sum, { values }) => sum + Buffer.byteLength(values.join('')), 0)
    return { commits: commits.length, statements: runs.length, written_kib: bytes / 1024 }
  },
}

const sqlite: QuickPart = {
  name: 'create and loop on SQLite, beside bare',
  run: async (folder) => {
    const pair = await startPair(folder, 'SQLite', { server: null })
    const steps = [create({ amount: 1234, capture: false, reference_id: 'bench' })]
    const created = await measurePair(pair, { ...load, steps })
    const looped = await measurePair(pair, { ...load, steps: moneyLoop(pair.customer), seconds: 0.75 })
    await pair.stop()
    return {
      create_sqlite: created.ratio,
      loop_sqlite: looped.ratio,
    }
  },
}

const postgres: QuickPart = {
  name: 'loop on PostgreSQL, beside bare',
  run: async (folder) => {
    const server = await startTestServer()
    try {
      const pair = await startPair(folder, 'PostgreSQL', { server })
      const looped = await measurePair(pair, { ...load, steps: moneyLoop(pair.customer), seconds: 0.75 })
      await pair.stop()
      return { loop_postgres: looped.ratio }
    } finally {
      await server.stop()
    }
  },
}

const starts: QuickPart = {
  name: 'cold start and memory, beside a bare window',
  run: async (_, env) => {
    const bares: Start[] = []
    const products: Start[] = []
    for (let round = 0; round < 3; round += 1) {
      bares.push(await coldStart(bare, env))
      products.push(await coldStart(product, env))
    }
    // With so few starts, the quickest is the least disturbed.
    const least = (all: readonly Start[], what: 'ms' | 'mib') => Math.min(...all.map((start) => start[what]))
    return {
      start: least(products, 'ms') / least(bares, 'ms'),
      memory: least(products, 'mib') / least(bares, 'mib'),
    }
  },
}

const taps: QuickPart = {
  name: 'taps on items',
  run: async (_, env) => {
    const userData = mkdtempSync(join(tmpdir(), 'countertop-taps-'))
    fillShop(userData)
    const app = await launchApp({
      userData,
      env: { ...env, COUNTERTOP_VIRTUAL_TERMINAL: 'none' },
      realHashes: true,
    })
    try {
      await app.pos.getByRole('button', { name: /^Item 0 of/ }).waitFor({ timeout: 30_000 })
      const tiles = 'section[aria-label="Items"] button[data-colour]:nth-child(-n + 20)'
      // With 40 taps it would be the second slowest, which depends by chance on the first taps, whose code is new.
      const { each } = await measureTaps(app.pos, tiles, 100)
      return {
        tap: percentile(
          each.map(({ work }) => work),
          0.95,
        ),
      }
    } finally {
      await app.close()
      rmSync(userData, { recursive: true, force: true })
    }
  },
}

const approvals: QuickPart = {
  name: 'approvals on the screen',
  run: async () => ({ approval: median((await measureApprovals(20)).whole) }),
}

const payments: QuickPart = {
  name: 'the page of payments, 1,000 of them',
  run: async (folder) => {
    const userData = join(folder, 'payments')
    const count = 1_000
    await fillPayments(userData, count)
    const app = await openPayments(userData)
    try {
      const medians: number[] = []
      for (const step of pageSteps) {
        const times: number[] = []
        for (let round = 0; round < 7; round += 1) times.push(await step.run(app, count))
        medians.push(median(times))
      }
      return { payments_page: Math.max(...medians) }
    } finally {
      await app.electron.close()
    }
  },
}

/** Parts that need a quiet processor come first. */
export const quickParts: readonly QuickPart[] = [
  ...[counts, sqlite, postgres, starts, taps, approvals, payments],
]
