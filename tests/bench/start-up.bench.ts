import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { electronPath, launchArgs, launchEnvironment, withDisplay } from '../../scripts/lib/electron.mjs'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { treeMemory } from './support/process-tree.ts'
import { median, printRows } from './support/report.ts'

/**
 * Cold start to a sale-ready screen, and the memory of all processes five seconds later, beside an Electron window
 * with one word in it; in turns in one run, the median of each side. The product runs its embedded service; the
 * training terminal's window, which stands for a device of its own, is left out.
 */
const rounds = 5
const probe = join(projectRoot, 'tests/bench/support/start-up-probe')

interface Subject {
  readonly main: string
  readonly ready: string
  readonly env: Readonly<Record<string, string>>
}

const bare: Subject = {
  main: join(projectRoot, 'tests/bench/support/bare-window/main.js'),
  ready: 'true',
  env: {},
}
const product: Subject = {
  main: join(projectRoot, 'dist/main/main.js'),
  ready: `document.querySelector('[data-sale-state="ready"]') !== null`,
  env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none' },
}

async function measure(subject: Subject, env: NodeJS.ProcessEnv): Promise<{ ms: number; mib: number }> {
  const userData = mkdtempSync(join(tmpdir(), 'countertop-start-'))
  const [, ...switches] = launchArgs({ virtualDisplay: true })
  const program = await electronPath()
  const began = Date.now()
  const child = spawn(program, [probe, ...switches], {
    env: {
      ...launchEnvironment(env),
      ...subject.env,
      COUNTERTOP_USER_DATA: userData,
      PROBE_MAIN: subject.main,
      PROBE_READY: subject.ready,
      PROBE_ROOT: projectRoot,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let ms = Number.NaN
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"event":"ready"')) continue
    ms = (JSON.parse(line) as { at: number }).at - began
    break
  }
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const mib = treeMemory(child.pid ?? 0)
  child.kill('SIGTERM')
  await ended
  rmSync(userData, { recursive: true, force: true })
  return { ms, mib }
}

await withDisplay(async (env) => {
  const results: Record<'bare' | 'ours', { ms: number; mib: number }[]> = { bare: [], ours: [] }
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await measure(bare, env))
    results.ours.push(await measure(product, env))
  }
  const startOf = (side: 'bare' | 'ours') => median(results[side].map(({ ms }) => ms))
  const memoryOf = (side: 'bare' | 'ours') => median(results[side].map(({ mib }) => mib))
  printRows('Cold start and memory, beside a bare Electron window', [
    { name: 'bare window: start', value: startOf('bare'), unit: 'ms', note: `median of ${rounds}` },
    { name: 'Countertop: start to a sale-ready screen', value: startOf('ours'), unit: 'ms', note: '' },
    {
      name: 'ratio of the starts',
      value: startOf('ours') / startOf('bare'),
      unit: '×',
      note: '',
      goal: { is: 'at most', value: 1.5 },
    },
    { name: 'bare window: memory of all processes', value: memoryOf('bare'), unit: 'MiB', note: 'PSS' },
    { name: 'Countertop: memory of all processes', value: memoryOf('ours'), unit: 'MiB', note: 'PSS' },
    {
      name: 'ratio of the memories',
      value: memoryOf('ours') / memoryOf('bare'),
      unit: '×',
      note: '',
      goal: { is: 'at most', value: 1.2 },
    },
  ])
})
