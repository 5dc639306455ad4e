import type { VirtualTerminalScript } from '../../src-shared/api/schemas/sandbox.ts'
import { answersLate } from './answers-late.ts'
import { answersTwice } from './answers-twice.ts'
import { approve } from './approve.ts'
import { cardUnreadable } from './card-unreadable.ts'
import { clockDrift } from './clock-drift.ts'
import { contactless } from './contactless.ts'
import { customTip } from './custom-tip.ts'
import { customerCancels } from './customer-cancels.ts'
import { debit } from './debit.ts'
import { debitAsCredit } from './debit-as-credit.ts'
import { decline } from './decline.ts'
import { dropsLink } from './drops-link.ts'
import { fallbackKeyed } from './fallback-keyed.ts'
import { fallbackSwipe } from './fallback-swipe.ts'
import { ignoresCancel } from './ignores-cancel.ts'
import { noPinPad } from './no-pin-pad.ts'
import { noPrinter } from './no-printer.ts'
import { noSignature } from './no-signature.ts'
import { paperOut } from './paper-out.ts'
import { partial } from './partial.ts'
import { phone } from './phone.ts'
import { pinBlocked } from './pin-blocked.ts'
import { pinBypass } from './pin-bypass.ts'
import { printsNothing } from './prints-nothing.ts'
import { reboots } from './reboots.ts'
import { removesCard } from './removes-card.ts'
import type { Script } from './script.ts'
import { signatureRetry } from './signature-retry.ts'
import { silent } from './silent.ts'
import { slowLink } from './slow-link.ts'
import { swipe } from './swipe.ts'
import { swipesChipCard } from './swipes-chip-card.ts'
import { tip20 } from './tip-20.ts'
import { wrongPin } from './wrong-pin.ts'

/** Every script by the name that the sandbox operations and the command line use. */
export const scripts: Readonly<Record<VirtualTerminalScript, Script>> = {
  approve,
  decline,
  partial,
  tip_20: tip20,
  custom_tip: customTip,
  customer_cancels: customerCancels,
  silent,
  contactless,
  phone,
  swipe,
  swipes_chip_card: swipesChipCard,
  fallback_swipe: fallbackSwipe,
  fallback_keyed: fallbackKeyed,
  card_unreadable: cardUnreadable,
  debit,
  debit_as_credit: debitAsCredit,
  wrong_pin: wrongPin,
  pin_blocked: pinBlocked,
  pin_bypass: pinBypass,
  removes_card: removesCard,
  signature_retry: signatureRetry,
  no_signature: noSignature,
  no_printer: noPrinter,
  no_pin_pad: noPinPad,
  paper_out: paperOut,
  prints_nothing: printsNothing,
  drops_link: dropsLink,
  reboots,
  slow_link: slowLink,
  clock_drift: clockDrift,
  answers_twice: answersTwice,
  answers_late: answersLate,
  ignores_cancel: ignoresCancel,
}
