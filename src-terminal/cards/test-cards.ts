/**
 * The test cards of the sandbox processor: the printed data and the outcome of a payment. The numbers are public test
 * numbers, which work only in the sandbox.
 */
export interface TestCard {
  readonly number: string
  readonly brand: CardBrand
  readonly funding: 'credit' | 'debit'
  readonly holder: string
  readonly exp_month: string
  readonly exp_year: string
  readonly cvv: string
  /** The outcome as text. */
  readonly outcome: string
  readonly approves: boolean
  /** Digits; the same for every card of the tray. */
  readonly pin: string
  readonly wear: CardWear
}

/**
 * The card's wear, or a part that it lacks. With a worn chip the stripe is used, with a worn-out card the keypad. A
 * card in a phone can only be tapped, and the phone has verified its owner.
 */
export type CardWear = 'as new' | 'worn chip' | 'worn out' | 'no chip' | 'in a phone'

export const cardWears: readonly CardWear[] = ['as new', 'worn chip', 'worn out', 'no chip', 'in a phone']

export type CardBrand = 'Visa' | 'Mastercard' | 'Amex' | 'Discover'

type Particulars = Partial<Omit<TestCard, 'number' | 'brand' | 'holder' | 'wear'>>

const card = (number: string, brand: CardBrand, holder: string, particulars: Particulars = {}): TestCard => ({
  number,
  brand,
  holder,
  funding: 'credit',
  exp_month: '12',
  exp_year: '2034',
  cvv: brand === 'Amex' ? '1234' : '123',
  outcome: 'Approved',
  approves: true,
  pin: '1234',
  ...particulars,
  wear: 'as new',
})
const declined = (why: string) => ({ outcome: `Declined — ${why}`, approves: false })

export const testCards: readonly TestCard[] = [
  card('4111111111111111', 'Visa', 'Ana Torres'),
  card('4242424242424242', 'Visa', 'Liam Walker'),
  card('5555555555554444', 'Mastercard', 'Grace Kim'),
  card('378282246310005', 'Amex', 'Noah Bennett'),
  card('6011111111111117', 'Discover', 'Priya Nair'),
  card('4000056655665556', 'Visa', 'Omar Haddad', { funding: 'debit', outcome: 'Approved, debit' }),
  card('5200828282828210', 'Mastercard', 'Julia Novak', { funding: 'debit', outcome: 'Approved, debit' }),
  card('4000000000000002', 'Visa', 'Ben Archer', declined('do not honor')),
  card('4000000000009995', 'Visa', 'Chloe Martin', declined('insufficient funds')),
  card('4000000000009987', 'Visa', 'David Okafor', declined('lost card')),
  card('4000000000009979', 'Visa', 'Elena Rossi', declined('stolen card')),
  card('4000000000000069', 'Visa', 'Felix Braun', { ...declined('expired card'), exp_year: '2020' }),
  card('4000000000000127', 'Visa', 'Hana Sato', declined('incorrect code')),
  card('4000000000006975', 'Visa', 'Ivan Petrov', declined('too many attempts')),
  card('4000000000050049', 'Visa', 'Nadia Haddad', { outcome: 'Approved when inserted' }),
  card('4000000000050056', 'Visa', 'Omar Farouk', { outcome: 'Approved with its PIN' }),
  card('4000000000050015', 'Visa', 'Karin Lind', { outcome: 'After 30\u00a0s of silence' }),
]

export const withWear = (card: TestCard, wear: CardWear): TestCard => ({ ...card, wear })

/** Whether the chip responds to the chip reader and to the contactless reader, which use the same chip. */
export const chipAnswers = ({ wear }: TestCard): boolean => wear === 'as new' || wear === 'in a phone'

export const hasChip = ({ wear }: TestCard): boolean => wear !== 'no chip'

export const defaultCardNumber = '4111111111111111'

export const lastFour = (card: TestCard): string => card.number.slice(-4)

/** The tray's name of a card, such as "Visa credit ending 1111" or "Visa credit ending 1111, worn chip". */
export function cardTitle(card: TestCard): string {
  const wear = card.wear === 'as new' ? '' : `, ${card.wear}`
  return `${card.brand} ${card.funding} ending ${lastFour(card)}${wear}`
}

/** The test card with this number; an unknown number gives a plain card of the brand that its digits indicate. */
export const cardOf = (number: string): TestCard =>
  testCards.find((known) => known.number === number) ??
  card(number, brandOf(number), 'Test Cardholder', { outcome: 'As the number tells' })

export function brandOf(number: string): CardBrand {
  if (/^3[47]/.test(number)) return 'Amex'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'Mastercard'
  if (/^6/.test(number)) return 'Discover'
  return 'Visa'
}
