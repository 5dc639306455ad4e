import { refuse, type ServiceError } from '../../../src-shared/api/errors.ts'
import type { EntryMode } from '../../../src-shared/api/schemas/payment.ts'
import type { AuthCardBody } from '../../../src-shared/api/schemas/terminal-card.ts'
import type { Cents } from '../../../src-shared/money.ts'
import { isTap } from '../../../src-shared/payments/entry-mode.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import { cardBindingOf } from '../../../src-shared/terminal/card-binding.ts'
import type { CardBinding, CardData, EncryptedCard } from '../../../src-shared/terminal/card-encryption.ts'
import type { ChipData } from '../../../src-shared/terminal/messages.ts'
import type { CommandNamed, SendFailure } from '../link/gateway.ts'
import { closeCodes } from '../link/socket.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { contactlessSignatureFrom } from './signature.ts'

/** A card as received from the terminal: still encrypted. */
export interface ReadCard {
  readonly entryMode: EntryMode
  readonly card: EncryptedCard
  /** The command that it is cryptographically bound to. */
  readonly binding: CardBinding
  readonly chip: ChipData | null
  readonly cardholderName: string | null
}

/** The entry mode or PIN that the bank requires for a card that it has just declined. */
export type WantedWay = 'chip' | 'pin'

/** The amount that the customer sees during the prompt, in cents. */
export interface ShownAmount {
  readonly amount: Cents
  readonly currency: string
}

type CardOptions = Pick<
  AuthCardBody,
  'include_amount_display' | 'confirm_amount' | 'aid' | 'include_pin' | 'include_avs' | 'beep'
>

/** A command that asks for a card to be presented or typed. */
export type CardCommand = CommandNamed<'read_card'> | CommandNamed<'read_manual'>

/** Section 4.4, read_card and auth_card: inserted, tapped or swiped; defaults as in docs/terminals.md. */
export const cardCommand = (
  options: CardOptions,
  { amount, currency }: ShownAmount,
  wants: WantedWay | null = null,
): CardCommand => ({
  name: 'read_card',
  amount,
  show_amount: options.include_amount_display ?? true,
  currency,
  // A customer who presents the card again has already agreed to the amount.
  confirm_amount: wants === null && (options.confirm_amount ?? true),
  aid: options.aid ?? null,
  include_pin: wants === 'pin' || (options.include_pin ?? false),
  include_avs: options.include_avs ?? false,
  beep: options.beep ?? false,
  ...(wants === null ? {} : { wants }),
})

/** Asks a terminal for a card: a running operation, or a sandbox bank with terminals of its own. */
export type CardAsker = Pick<TerminalRun, 'newCommandId' | 'send'>

export async function promptForCard(
  terminal: CardAsker,
  hsn: string,
  command: CardCommand,
): Promise<Result<ReadCard, SendFailure>> {
  const { amount } = command
  const binding = cardBindingOf(terminal.newCommandId(), hsn, command)
  if (command.name === 'read_manual') {
    const typed = await terminal.send(command, undefined, binding.commandId)
    if (!typed.ok) return typed
    const { entry_mode: entryMode, card } = typed.value
    return ok({ entryMode, card, binding, chip: null, cardholderName: null })
  }
  const read = await terminal.send(command, undefined, binding.commandId)
  if (!read.ok) return read
  const { entry_mode: entryMode, card, chip, cardholder_name: name } = read.value
  return ok({
    entryMode,
    card,
    binding,
    chip: chip === null ? null : { ...chip, verification: verifiedBy(chip, entryMode, amount ?? 0) },
    cardholderName: isTap(entryMode) ? null : name,
  })
}

/** An unverified tap needs no signature only for small amounts. */
function verifiedBy(chip: ChipData, entryMode: EntryMode, amount: Cents): ChipData['verification'] {
  const needsSignature =
    chip.verification === 'none' && isTap(entryMode) && amount >= contactlessSignatureFrom
  return needsSignature ? 'signature' : chip.verification
}

interface TypingOptions {
  readonly include_amount_display?: boolean | undefined
  readonly include_expiration_date?: boolean | undefined
  readonly include_cvv?: boolean | undefined
  readonly include_avs?: boolean | undefined
  readonly beep?: boolean | undefined
}

/** Section 4.4, read_manual and auth_manual: typed on the terminal, never on the POS. */
export const typingCommand = (options: TypingOptions, { amount, currency }: ShownAmount): CardCommand => ({
  name: 'read_manual',
  amount: (options.include_amount_display ?? true) ? amount : null,
  currency,
  include_expiry: options.include_expiration_date ?? true,
  include_cvv: options.include_cvv ?? false,
  include_avs: options.include_avs ?? false,
  beep: options.beep ?? false,
})

/**
 * Decrypts a card from a terminal. From here on its data is in the clear only on the way to the vault and the
 * processor.
 */
export async function decryptCard(
  context: Pick<TerminalContext, 'vault' | 'log' | 'links'>,
  hsn: string,
  { card, binding, entryMode }: ReadCard,
): Promise<Result<CardData, ServiceError>> {
  try {
    const { name, ...rest } = await context.vault.terminalKeys().decrypt(card, binding)
    return ok(name === undefined || isTap(entryMode) ? rest : { ...rest, name })
  } catch {
    // The error is not logged: it may quote its input. A terminal with an old key gets the new one when it reconnects.
    context.log.error({ hsn }, 'terminal.card_undecipherable')
    context.links.drop(hsn, closeCodes.goingAway, 'connect again for the current key')
    return refuse(
      'terminal_not_connected',
      `The card that terminal ${hsn} sent could not be decrypted, so the terminal has to connect again. Nothing was charged.`,
    )
  }
}
