import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { type ChaosProxy, openProxy } from '../../support/chaos-proxy.ts'
import { must } from '../../support/must.ts'
import { hsn } from './counter.ts'
import type { TestService } from './service.ts'

/** A headless terminal in its own process, which connects to the service through a line that can fail. */
export interface TerminalProcess {
  readonly line: ChaosProxy
  /** Kills it, as if its plug were pulled. */
  kill(): Promise<void>
  /** Starts it again, with the same behaviour or with the given command-line flags. */
  start(...behaviour: readonly string[]): void
  stop(): Promise<void>
}

/** @param behaviour command-line flags, such as `--script silent` */
export async function startTerminal(
  service: TestService,
  ...behaviour: readonly string[]
): Promise<TerminalProcess> {
  const { activation_code: code } = await must(
    service.client.call('terminals.activation_code', { body: { hsn } }),
  )
  return pairTerminal({ url: service.url, hsn, code }, ...behaviour)
}

/** Starts a terminal that is activated by typing a code. */
export async function pairTerminal(
  shown: { readonly url: string; readonly hsn: string; readonly code: string },
  ...behaviour: readonly string[]
): Promise<TerminalProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'countertop-terminal-'))
  const line = await openProxy(Number(new URL(shown.url).port))
  const known = ['--service', line.url, '--hsn', shown.hsn, '--activation-code', shown.code]
  const args = [...known, '--credential-file', join(folder, 'credential')]
  let child: ChildProcess
  let behaves = behaviour
  const start = (...changed: readonly string[]) => {
    if (changed.length > 0) behaves = changed
    child = spawn(process.execPath, [fromRoot('dist/terminal/cli.js'), ...args, ...behaves], {
      stdio: 'ignore',
    })
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  start()
  return {
    line,
    start,
    kill,
    async stop() {
      await kill()
      await line.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
