import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPreloads } from '../../../../scripts/lib/build-node.mjs'
import type { PosBridge } from '../../../../src-shared/pos/bridge.ts'
import { posCommands } from '../../../../src-shared/pos/commands.ts'

let folder: string
let code: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countertop-preload-'))
  await buildPreloads({ folder: 'src-main/preload', outdir: folder, production: true })
  code = await readFile(join(folder, 'pos.cjs'), 'utf8')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the built script as a sandboxed window does, with an Electron that records the calls of invoke. */
function load() {
  const invoked: unknown[] = []
  const exposed: Record<string, unknown> = {}
  const cleared: string[] = []
  const electron = {
    webFrame: { clearCache: () => void cleared.push('cache') },
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) => {
        exposed[name] = api
      },
    },
    ipcRenderer: {
      invoke: (...message: unknown[]) => void invoked.push(message),
      on: () => undefined,
      off: () => undefined,
    },
  }
  const [listeners, timers, idle]: [(() => void)[], (() => void)[], (() => void)[]] = [[], [], []]
  const page = {
    addEventListener: (name: string, listener: () => void) =>
      void (name === 'load' && listeners.push(listener)),
    setTimeout: (run: () => void) => void timers.push(run),
    requestIdleCallback: (run: () => void) => void idle.push(run),
  }
  runInNewContext(code, { require: () => electron, ...page })
  return {
    invoked,
    exposed,
    bridge: exposed.countertop as PosBridge,
    steps: [listeners, timers, idle],
    cleared,
  }
}

test('the bridge has one function for each command, which invokes its channel, and no direct access to IPC', () => {
  const { bridge, exposed, invoked } = load()
  const names = Object.keys(posCommands)
  expect(Object.keys(exposed)).toEqual(['countertop'])
  expect(Object.keys(bridge)).toEqual(['commands', 'onSnapshot', 'onScan'])
  expect(Object.keys(bridge.commands)).toEqual(names)
  for (const command of Object.values(bridge.commands)) void command({ some: 'payload' } as never)
  expect(invoked).toEqual(names.map((name) => [`pos:${name}`, { some: 'payload' }]))
})

test('the cache used at the start is cleared once the page is shown and idle', () => {
  const { steps, cleared } = load()
  for (const step of steps) {
    expect(cleared).toEqual([])
    for (const run of step) run()
  }
  expect(cleared).toEqual(['cache'])
})

test('the preload, which delays every window, contains no schema library', () => {
  expect(code).not.toMatch(/zod|safeParse|strictObject/i)
  expect(code.length).toBeLessThan(8_000)
})
