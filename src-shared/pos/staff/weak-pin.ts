/** Why a PIN is among the first guesses, against which a lock after five tries does not help; null: it is not. */
export type PinWeakness = 'repeated' | 'sequence' | 'common'

/** The most frequent stolen PINs of six or more digits, other than repetitions and sequences. */
const common: ReadonlySet<string> = new Set([
  '112233',
  '147258',
  '159357',
  '159753',
  '258369',
  '147258369',
  '789456',
  '456789123',
  '696969',
  '101010',
  '246800',
  '123654',
  '321654',
  '789456123',
  '159951',
  '11223344',
  '12344321',
])

export function pinWeakness(pin: string): PinWeakness | null {
  if (/^(\d{1,3})\1+$/.test(pin)) return 'repeated'
  if (isSequence(pin)) return 'sequence'
  return common.has(pin) ? 'common' : null
}

/** Steps of one digit up or down, also around the end of the keypad: 123456, 890123, 654321. */
function isSequence(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10)
  return steps.every((step) => step === 1) || steps.every((step) => step === 9)
}
