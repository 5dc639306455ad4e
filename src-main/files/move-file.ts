import { renameSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { whileBusy, whileBusySync } from '../../src-shared/busy-file.ts'

/** What tests replace. */
interface System {
  readonly platform: NodeJS.Platform
  rename(from: string, to: string): Promise<void>
  renameSync(from: string, to: string): void
}

/** Renames a file or folder over another; on Windows tries again for a while, since other programs open new files. */
export function moveFile(from: string, to: string, system: Partial<System> = {}): Promise<void> {
  const move = () => (system.rename ?? rename)(from, to)
  return (system.platform ?? process.platform) === 'win32' ? whileBusy(move, sleep) : move()
}

/** Like `moveFile`, for the start of the program: blocks the thread meanwhile. */
export function moveFileSync(from: string, to: string, system: Partial<System> = {}): void {
  const move = () => (system.renameSync ?? renameSync)(from, to)
  if ((system.platform ?? process.platform) === 'win32') whileBusySync(move)
  else move()
}
