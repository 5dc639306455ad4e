import type { CardBrand, TestCard } from './test-cards.ts'

/** A payment application that a chip offers. */
export interface Application {
  readonly kind: 'credit' | 'debit'
  readonly aid: string
  readonly label: string
  readonly preferredName: string
  readonly iad: string
}

const credit: Readonly<Record<CardBrand, Application>> = {
  Visa: application('credit', 'A0000000031010', 'VISA CREDIT', 'Visa Credit', '06011203A00000'),
  Mastercard: application(
    'credit',
    'A0000000041010',
    'MASTERCARD',
    'Mastercard',
    '0110A00003220000000000000000000000FF',
  ),
  Amex: application('credit', 'A000000025010801', 'AMERICAN EXPRESS', 'American Express', '06020103A02000'),
  Discover: application('credit', 'A0000001523010', 'DISCOVER', 'Discover', '0105A00003000000'),
}

/** The debit application that US cards have for every network. */
const debit: Readonly<Partial<Record<CardBrand, Application>>> = {
  Visa: application('debit', 'A0000000980840', 'US DEBIT', 'Visa Debit', '06011203A00000'),
  Mastercard: application(
    'debit',
    'A0000000042203',
    'US DEBIT',
    'Debit',
    '0110A00003220000000000000000000000FF',
  ),
}

function application(
  kind: Application['kind'],
  aid: string,
  label: string,
  preferredName: string,
  iad: string,
): Application {
  return { kind, aid, label, preferredName, iad }
}

/** The chip's applications in its order of preference. A debit card also has the network's credit application. */
export function applicationsOf(card: TestCard): readonly [Application, ...Application[]] {
  const first = card.funding === 'debit' ? debit[card.brand] : undefined
  return first === undefined ? [credit[card.brand]] : [first, credit[card.brand]]
}

/**
 * Section 4.4, aid: the application that the merchant requests; debit falls back to credit if the card has no debit.
 *
 * @returns null if the card has several and the merchant requests none: the customer chooses.
 */
export function applicationFor(card: TestCard, aid: 'debit' | 'credit' | null): Application | null {
  const offered = applicationsOf(card)
  const [best] = offered
  if (aid === null) return offered.length === 1 ? best : null
  return offered.find(({ kind }) => kind === aid) ?? best
}
