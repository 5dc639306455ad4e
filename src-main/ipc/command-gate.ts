import type { IpcMain } from 'electron'
import { channelOf } from '../../src-shared/pos/bridge.ts'
import { posCommandNames } from '../../src-shared/pos/command-names.ts'
import type { Log } from '../log.ts'
import { isPosPage } from '../security/sender.ts'
import type { CommandAnswerer } from './command-answerer.ts'

/**
 * Opens one channel for each command of the contract, before the page opens. Checks each message's sender, and holds
 * the message until the answering part of main has loaded.
 *
 * @returns `firstAnswer` resolves with the first answer, which the page needs for its first drawing
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
      return { ok: false, error: { code: 'not_available', message: 'this page may not send commands' } }
    })
  }
  return { firstAnswer }
}
