import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { type ChaosProxy, openProxy } from '../../support/chaos-proxy.ts'
import { hsn } from './counter.ts'
import type { TestService } from './service.ts'
import { must } from './staff-areas.ts'

/** A headless terminal in a process of its own, which dials the service through a line that can fail. */
export interface TerminalProcess {
  readonly line: ChaosProxy
  /** Its plug is pulled. */
  kill(): Promise<void>
  /** Plugged in again, as it was. */
  start(): void
  stop(): Promise<void>
}

/** @param behaviour flags of the command line, such as `--script silent`. */
export async function startTerminal(
  service: TestService,
  ...behaviour: readonly string[]
): Promise<TerminalProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'countertop-terminal-'))
  const line = await openProxy(Number(new URL(service.url).port))
  const code = await must(service.client.call('terminals.activation_code', { body: { hsn } }))
  const known = ['--service', line.url, '--hsn', hsn, '--activation-code', code.activation_code]
  const args = [...known, '--credential-file', join(folder, 'credential'), ...behaviour]
  let child: ChildProcess
  const start = () => {
    child = spawn(process.execPath, [fromRoot('dist/terminal/cli.js'), ...args], { stdio: 'ignore' })
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
