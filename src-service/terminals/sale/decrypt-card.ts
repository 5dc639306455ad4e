import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { isTap } from '../../../src-shared/payments/entry-mode.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { CardData } from '../../../src-shared/terminal/card-encryption.ts'
import { closeCodes } from '../link/socket.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import type { ReadCard } from './card-prompts.ts'

/** The card behind what a terminal sent. It is in the clear from here to the vault and the processor, and nowhere else. */
export async function decryptCard(
  context: TerminalContext,
  run: TerminalRun,
  { card, entryMode }: ReadCard,
): Promise<Result<CardData, ServiceError>> {
  try {
    const { name, ...rest } = await context.vault.terminalKeys().decrypt(card)
    return ok(name === undefined || isTap(entryMode) ? rest : { ...rest, name })
  } catch {
    // Why it failed may quote what it worked on. A terminal that kept an old key learns the new one on its return.
    const { hsn } = run.operation
    context.log.error({ hsn }, 'a card from a terminal could not be decrypted')
    context.links.drop(hsn, closeCodes.goingAway, 'connect again for the current key')
    return err(
      serviceError(
        'terminal_not_connected',
        `The card that terminal ${hsn} sent could not be decrypted, so the terminal was told to connect again. Nothing was charged.`,
      ),
    )
  }
}
