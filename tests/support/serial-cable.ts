import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A serial cable without hardware: two pseudo-terminals that socat connects. */
export interface SerialCable {
  /** Paths of the two ends; they stay the same after unplugging and plugging in again. */
  readonly counterEnd: string
  readonly terminalEnd: string
  unplug(): Promise<void>
  plug(): Promise<void>
  /** The devices stay plugged in, and take and send no more bytes. False: they go on. */
  hang(hanging: boolean): void
  remove(): Promise<void>
}

export async function plugCable(): Promise<SerialCable> {
  const folder = await mkdtemp(join(tmpdir(), 'serial-cable-'))
  const counterEnd = join(folder, 'counter')
  const terminalEnd = join(folder, 'terminal')
  let socat: ChildProcess | null = null
  const cable: SerialCable = {
    counterEnd,
    terminalEnd,
    async plug() {
      const end = (link: string) => `pty,raw,echo=0,link=${link}`
      const child = spawn('socat', [end(counterEnd), end(terminalEnd)], { stdio: 'ignore' })
      const failed = new Promise<never>((_, reject) => child.once('error', reject))
      socat = child
      for (let waited = 0; !(existsSync(counterEnd) && existsSync(terminalEnd)); waited += 20) {
        if (waited > 5_000) throw new Error('socat did not make its pseudo-terminals')
        await Promise.race([delay(20), failed])
      }
    },
    async unplug() {
      const child = socat
      socat = null
      if (child === null || child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      child.kill('SIGCONT')
      await ended
    },
    hang(hanging) {
      socat?.kill(hanging ? 'SIGSTOP' : 'SIGCONT')
    },
    async remove() {
      await cable.unplug()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await cable.plug()
  return cable
}
