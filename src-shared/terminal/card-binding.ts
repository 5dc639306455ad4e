import type { CardBinding } from './card-encryption.ts'
import type { TerminalCommand } from './messages.ts'

type CardCommand = Extract<TerminalCommand, { name: 'read_card' | 'read_manual' }>

/**
 * What a card is encrypted for: the command as the terminal got it, and the service sent it. Whoever changes on the way
 * what the customer is shown or asked gets a card that does not open. How loud it beeps is nobody's loss.
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
