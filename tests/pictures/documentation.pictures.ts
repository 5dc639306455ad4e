import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { installerScenes } from './installer-scenes.ts'
import { type SnapshotName, snapshots } from './snapshots.ts'
import { staffScenes } from './staff-scenes.ts'
import { openScreenHost } from './support/screen-host.ts'

/**
 * The pictures that the README and docs/ show, into docs/pictures/: every state of the cashier's screen in light and
 * dark, those of the manager's and the installer's pages that their guides show, and one whole sale in the real app
 * with both windows.
 */
const shown = {
  manager: ['pin', 'payments', 'payment-paid', 'refund-part', 'action-done', 'action-checking'],
  installer: ['terminals', 'pair-waiting', 'terminal', 'try-signature'],
} as const

const folder = fromRoot('docs', 'pictures')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const host = await openScreenHost()
try {
  for (const scheme of ['light', 'dark'] as const) {
    for (const name of Object.keys(snapshots) as SnapshotName[]) {
      await host.show(snapshots[name], { scheme })
      await host.page.screenshot({ path: join(folder, `cashier-${name}-${scheme}.png`) })
    }
    for (const name of shown.manager) {
      await host.showScene(staffScenes[name], { scheme })
      await host.page.screenshot({ path: join(folder, `manager-${name}-${scheme}.png`) })
    }
    for (const name of shown.installer) {
      await host.showScene(installerScenes[name], { scheme })
      await host.page.screenshot({ path: join(folder, `installer-${name}-${scheme}.png`) })
    }
  }
} finally {
  await host.close()
}

const demo = [fromRoot('scripts', 'start.mjs'), '--demo', '--out', join(folder, 'first-sale')]
const { status } = spawnSync(process.execPath, demo, { stdio: 'inherit' })
if (status !== 0) throw new Error('the sale to be photographed did not succeed')
