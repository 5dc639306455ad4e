import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface ReadyProcess {
  readonly ready: Readonly<Record<string, string>>
  readonly child: ChildProcess
  stop(): Promise<void>
}

/** Starts a program of ours in a process of its own and waits for its JSON line with `event: "ready"`. */
export async function startProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ReadyProcess> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
  })
  // A failed measurement leaves no process running.
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as Record<string, string>
    if (message.event === 'ready') {
      return { ready: message, child, stop: () => stop(child) }
    }
  }
  throw new Error(`${program} ended before it was ready`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
