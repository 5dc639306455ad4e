import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { electronPath, launchArgs, launchEnvironment } from '../../../scripts/lib/electron.mjs'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { memoryByProcess } from './process-tree.ts'

const probe = join(projectRoot, 'tests/bench/support/start-up-probe')

export interface Subject {
  readonly main: string
  readonly ready: string
  readonly env: Readonly<Record<string, string>>
  /** Fills the folder before the start. */
  readonly prepare?: (userData: string) => void
}

/** An Electron window with one word in it. */
export const bare: Subject = {
  main: join(projectRoot, 'tests/bench/support/bare-window/main.js'),
  ready: 'true',
  env: {},
}
/** The same with a process for a service that does nothing: the cost of the product's process layout without code. */
export const bareWithService: Subject = {
  ...bare,
  main: join(projectRoot, 'tests/bench/support/bare-window/with-service.js'),
}
/**
 * The product with its embedded service, without the window of the training terminal, which simulates a separate
 * device.
 */
export const product: Subject = {
  main: join(projectRoot, 'dist/main/main.js'),
  ready: `document.querySelector('[data-sale-state="ready"]') !== null`,
  env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none' },
}

/** The same with the training terminal's window. */
export const productWithTerminal: Subject = { ...product, env: {} }

export interface Start {
  readonly ms: number
  /** Memory of all processes, in MiB. */
  readonly mib: number
  readonly processes: readonly { readonly name: string; readonly mib: number }[]
}

/** Starts it once, and measures the time until it is ready, and the memory of all its processes five seconds later. */
export async function coldStart(subject: Subject, env: NodeJS.ProcessEnv): Promise<Start> {
  const userData = mkdtempSync(join(tmpdir(), 'countertop-start-'))
  subject.prepare?.(userData)
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
  const processes = memoryByProcess(child.pid ?? 0)
  child.kill('SIGTERM')
  await ended
  rmSync(userData, { recursive: true, force: true })
  return { ms, mib: processes.reduce((sum, { mib }) => sum + mib, 0), processes }
}
