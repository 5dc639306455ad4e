import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { dataPaths } from '../../src-main/paths.ts'
import { createClient } from '../../src-shared/api/client.ts'
import { catalogue } from '../chaos/window/goods.ts'
import { launchApp, type TestApp } from '../e2e/support/app.ts'
import { serviceOf } from './hook.ts'

/** The real app with its embedded service, which both report their memory, and a terminal that acts by itself. */
export interface SoakCounter {
  readonly app: TestApp
  readonly accountId: string
  close(): Promise<void>
}

const hsn = 'VT-SOAK-1'
const startMs = 60_000
const lookMs = 25

export async function openSoakCounter(): Promise<SoakCounter> {
  const userData = mkdtempSync(join(tmpdir(), 'countertop-soak-'))
  const paths = dataPaths(userData)
  mkdirSync(dirname(paths.catalogue), { recursive: true })
  writeFileSync(paths.catalogue, JSON.stringify(catalogue))
  const app = await launchApp({
    userData,
    electronArgs: ['-r', fromRoot('tests/soak/app-hook.cjs')],
    realHashes: true,
    settings: { sounds: true, cash: true, tip_custom: false, tip_presets: [15, 18, 20] },
    env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none', COUNTERTOP_HSN: hsn },
  }).catch((error: unknown) => {
    rmSync(userData, { recursive: true, force: true })
    throw error
  })
  try {
    const { url, key, account_id: accountId } = await startedService(app)
    const client = createClient({ baseUrl: url, apiKey: key, accountId })
    const plugged = await client.call('sandbox.virtual_terminals.create', {
      body: { hsn, script: 'approve', entry: 'tap' },
    })
    if (!plugged.ok) throw new Error(`no terminal: ${JSON.stringify(plugged)}`)
    await app.pos.locator('[data-terminal="connected"]').waitFor({ timeout: startMs })
    await app.pos.getByRole('region', { name: 'Items' }).waitFor()
    return { app, accountId, close: app.close }
  } catch (error) {
    await app.close()
    throw error
  }
}

async function startedService({ electron }: TestApp) {
  for (const end = Date.now() + startMs; Date.now() < end; await delay(lookMs)) {
    // While main starts, it sometimes garbage-collects an answer before sending it.
    const found = await serviceOf(electron).catch(() => null)
    if (found !== null) return found
  }
  throw new Error('the service of the app never starts')
}
