import type { IpcMain } from 'electron'
import { channelOf } from '../../src-shared/pos/bridge.ts'
import { posCommandNames } from '../../src-shared/pos/command-names.ts'
import type { Log } from '../log.ts'
import { isPosPage } from '../security/sender.ts'
import type { CommandAnswerer } from './command-answerer.ts'

/**
 * One channel for each command of the contract, open before the page is. Each message's sender is checked here, and
 * waits until the part of main that answers has loaded.
 *
 * @returns `firstAnswer` resolves with the first that is given: the page draws by it.
 */
export function openCommandGate(
  ipcMain: Pick<IpcMain, 'handle'>,
  answerer: Promise<CommandAnswerer>,
  log: Log,
): { readonly firstAnswer: Promise<void> } {
  let answered = (): void => undefined
  const firstAnswer = new Promise<void>((resolve) => {
    answered = resolve
  })
  for (const name of posCommandNames) {
    ipcMain.handle(channelOf(name), async (event, payload: unknown) => {
      if (isPosPage(event)) return (await answerer)(name, payload).finally(answered)
      log.warn({ command: name, origin: event.senderFrame?.origin }, 'command.foreign_sender')
      return { ok: false, error: { code: 'not_available', message: 'this page may not ask' } }
    })
  }
  return { firstAnswer }
}
