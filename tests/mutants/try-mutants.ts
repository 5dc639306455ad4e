import { type ChildProcess, fork } from 'node:child_process'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../scripts/lib/run-typescript.mjs'
import type { MutantAnswer, MutantQuestion } from './mutant-messages.ts'

/** A fault may make a test wait or loop for ever; this time limit counts as noticed, in ms. */
const limitMs = 240_000

/** `timeout`: no test failed, but none ended either; a busy machine looks the same. */
export type Verdict =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'survived' }

export interface MutantRunner {
  tryOut(question: MutantQuestion): Promise<Verdict>
  stop(): void
}

/** Each runner has a process of its own, which is restarted when a fault hangs it. */
export async function openMutantRunner(): Promise<MutantRunner> {
  const program = await bundleTypescript(fromRoot('tests/mutants/mutant-runner.ts'))
  let running: Promise<ChildProcess> | null = null
  const end = async () => {
    const child = await running
    running = null
    // Also ends the processes of the test files, which an endless loop would keep alive.
    if (child?.pid !== undefined) endGroup(child.pid)
  }
  return {
    async tryOut(question) {
      running ??= start(program)
      const child = await running
      const answer = await ask(child, question)
      if (answer === null) {
        await end()
        return { kind: 'timeout' }
      }
      return answer.by === null ? { kind: 'survived' } : { kind: 'killed', by: answer.by }
    },
    stop: () => void end(),
  }
}

async function start(program: string): Promise<ChildProcess> {
  const child = fork(program, [], {
    cwd: fromRoot(),
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`vitest did not start: ${code}`)))
  })
  return child
}

/** @returns null when it exceeded the time limit, or ended */
async function ask(child: ChildProcess, question: MutantQuestion): Promise<MutantAnswer | null> {
  return new Promise((resolve) => {
    const over = (answer: MutantAnswer | null) => {
      clearTimeout(timer)
      child.off('message', over)
      child.off('exit', ended)
      resolve(answer)
    }
    const ended = () => over(null)
    const timer = setTimeout(ended, limitMs)
    child.on('message', over)
    child.on('exit', ended)
    child.send(question)
  })
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
