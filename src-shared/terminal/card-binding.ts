import type { CardBinding } from './card-encryption.ts'
import type { TerminalCommand } from './messages.ts'

type CardCommand = Extract<TerminalCommand, { name: 'read_card' | 'read_manual' }>

/**
 * Binds an encrypted card to the command that the terminal received. If somebody changes on the way what the customer
 * is shown or asked, the service cannot decrypt the card. The beep is not bound, since it does not matter.
 */
export const cardBindingOf = (commandId: string, hsn: string, command: CardCommand): CardBinding => ({
  commandId,
  hsn,
  amount: command.amount,
  currency: command.currency,
  asked: JSON.stringify(
    command.name === 'read_card'
      ? [
          command.name,
          command.show_amount ?? true,
          command.confirm_amount,
          command.aid,
          command.include_pin,
          command.include_avs,
          command.wants ?? null,
        ]
      : [command.name, command.include_expiry ?? true, command.include_cvv, command.include_avs],
  ),
})
