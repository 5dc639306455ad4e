import type { VirtualTerminalScript } from '../../src-shared/api/schemas/sandbox.ts'
import { defaultCardNumber } from '../cards/test-cards.ts'
import { cooperate } from './cooperative-customer.ts'
import * as customers from './customers.ts'
import type { Customer, Script } from './script.ts'

const usualCustomer: Customer = {
  card: defaultCardNumber,
  wear: 'as new',
  entry: 'insert',
  tip: 0,
  pin: '1234',
  application: 'debit',
}
const debitCard = '4000056655665556'

/** A script is defined by its differences from `approve`. */
type Difference = Partial<Omit<Script, 'summary' | 'customer'>> & { readonly customer?: Partial<Customer> }

const script = (summary: string, difference: Difference = {}): Script => ({
  summary,
  answer: cooperate,
  ...difference,
  customer: { ...usualCustomer, ...difference.customer },
})

/** Every script, by its name in the sandbox operations and on the command line. */
export const scripts: Readonly<Record<VirtualTerminalScript, Script>> = {
  approve: script('Inserts a Visa that is approved, signs, and takes the receipt'),
  decline: script('Inserts a Visa that is declined', { customer: { card: '4000000000000002' } }),
  /** The processor approves 5,000.00 of 6,000.00 to 6,999.00 in whole dollars on this card. */
  partial: script(
    'Inserts a Visa that is approved for 5,000.00 only, for whole-dollar amounts from 6,000.00 to 6,999.00',
    { customer: { card: '4111111111111111' } },
  ),
  /** By its button, otherwise typed. */
  tip_20: script('Tips 20 %, then pays as in approve', { customer: { tip: '20%' } }),
  custom_tip: script('Types a tip of 3.33 instead of taking a preset', {
    customer: { tip: 333 },
    answer: customers.typesTheTip,
  }),
  customer_cancels: script('Presses the red key at the prompt for a card, a signature or anything else', {
    answer: customers.cancels,
  }),
  /** Every prompt times out. */
  silent: script('Does nothing at all', { answer: () => null }),
  /** No name, no PIN, and no signature for small amounts. */
  contactless: script('Taps the card; above 250.00, inserts it when prompted', {
    customer: { entry: 'tap' },
  }),
  /** A soft decline: the bank requires the chip. */
  taps_then_inserts: script('Taps a card whose bank requires the chip, and inserts it', {
    customer: { card: '4000000000050049', entry: 'tap' },
  }),
  /** A soft decline: the bank requires the PIN. */
  taps_then_pin: script('Taps a card whose bank requires the PIN, and enters it', {
    customer: { card: '4000000000050056', entry: 'tap' },
  }),
  /** A digital wallet: no limit, no PIN, no signature. */
  phone: script('Pays with a phone, which has verified its owner', { customer: { entry: 'phone' } }),
  swipe: script('Swipes a card that has no chip', { customer: { entry: 'swipe' } }),
  swipes_chip_card: script('Swipes a card with a chip, then inserts it when prompted', {
    answer: customers.swipesFirst,
  }),
  /** Entry mode FallbackSwipe. */
  fallback_swipe: script('Inserts a card with a worn chip three times, then swipes it', {
    customer: { wear: 'worn chip' },
  }),
  /** Entry mode FallbackKeyed. */
  fallback_keyed: script('Inserts and swipes a worn-out card three times each, then types it', {
    customer: { wear: 'worn out' },
  }),
  /** The command fails with card_unreadable. */
  card_unreadable: script('Inserts a card with a worn chip at a terminal that has no stripe reader', {
    customer: { wear: 'worn chip' },
    hardware: { msr: false },
  }),
  /** For a card with two applications, if the merchant requests neither. */
  debit: script('Inserts a debit card and pays with its debit application', {
    customer: { card: debitCard },
  }),
  debit_as_credit: script('Inserts a debit card and pays with its credit application', {
    customer: { card: debitCard, application: 'credit' },
  }),
  wrong_pin: script('Types a wrong PIN once, then the right one (with include_pin)', {
    answer: customers.mistypesThePin,
  }),
  /** After the third wrong PIN the prompt ends (pin_blocked). */
  pin_blocked: script('Types a wrong PIN three times (with include_pin)', { customer: { pin: '9999' } }),
  pin_bypass: script('Skips the PIN, and signs (with include_pin)', {
    answer: customers.bypassesThePin,
  }),
  removes_card: script('Takes the card out while it is being read', { answer: customers.removesTheCard }),
  signature_retry: script('Clears the signature pad after the first try, and signs again', {
    answer: customers.signsTwice,
  }),
  /** read_signature is refused as unsupported (terminal code 700). */
  no_signature: script('Pays on a terminal that takes no signatures', { hardware: { signature: false } }),
  /** Prompts appear on the customer's display instead, if there is one. */
  no_screen: script('Pays on a reader without a screen and without a signature pad', {
    hardware: { screen_dimension_x: 0, screen_dimension_y: 0, signature: false },
  }),
  /** print_receipt is refused as unsupported (terminal code 800). */
  no_printer: script('Pays on a terminal without a printer', { hardware: { printer: false } }),
  /** include_pin is refused before the card is requested. */
  no_pin_pad: script('Pays on a terminal without a PIN pad', { hardware: { pin_pad: false } }),
  /** The first receipt is not printed (paper_out), the next one is. */
  paper_out: script('Has no paper left; a new roll is inserted when the screen asks for it', {
    condition: { paper: false },
    answer: customers.loadsPaper,
  }),
  /** No receipt is ever printed (paper_out). The sale remains valid. */
  prints_nothing: script('Has no paper left, and no roll is inserted', { condition: { paper: false } }),
  drops_link: script('Loses the network for 3 s, right after sending the card', {
    answer: customers.losesTheNetwork,
  }),
  reboots: script('Restarts at the card prompt, and is back 8 s later', {
    answer: customers.restartsTheTerminal,
  }),
  /** A bad mobile network, adjusted by `latency_ms`. */
  slow_link: script('As approve, with messages that take 1.5 s in each direction', {
    condition: { latencyMs: 1500 },
  }),
  /** Adjusted by `clock_offset_ms` and `clock_drift_ms_per_hour`; date_time corrects it for a while. */
  clock_drift: script('Has a clock that is 7 minutes behind and loses 30 s every hour', {
    clockError: { offsetMs: -420_000, driftMsPerHour: -30_000 },
  }),
  /** The second result must have no effect. */
  answers_twice: script('Sends every result twice', { condition: { answersTwice: true } }),
  /** `answer_delay_ms` can make it even later, also after the prompt's timeout. */
  answers_late: script(
    'Delays every result by 5 s, and sends it even if the command was cancelled meanwhile',
    {
      condition: { answerDelayMs: 5000 },
    },
  ),
  /** The card is presented and its result sent after the cancel. `think_ms` makes the customer even slower. */
  ignores_cancel: script('Takes 3 s for each step, and ignores when the POS cancels', {
    condition: { ignoresCancel: true },
    thinkMs: 3000,
  }),
}
