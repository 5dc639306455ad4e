import { moneyIn } from '../../src-shared/language.ts'
import type { DisplaySnapshot } from '../../src-shared/pos/customer-display/display-snapshot.ts'

/** Characters in a row of a pole display; it has two rows. */
const columns = 20

const words = {
  en: {
    total: 'Total',
    toPay: 'To pay',
    paid: 'Paid',
    change: 'Change',
    thanks: 'Thank you',
    goesBack: 'You get back',
    back: 'Given back',
    wait: 'One moment, please',
    notPaid: 'Not paid',
  },
  es: {
    total: 'Total',
    toPay: 'A pagar',
    paid: 'Pagado',
    change: 'Cambio',
    thanks: 'Gracias',
    goesBack: 'A devolver',
    back: 'Devuelto',
    wait: 'Un momento',
    notPaid: 'No pagado',
  },
  fr: {
    total: 'Total',
    toPay: 'A payer',
    paid: 'Paye',
    change: 'Monnaie',
    thanks: 'Merci',
    goesBack: 'A rendre',
    back: 'Rendu',
    wait: 'Un instant',
    notPaid: 'Non paye',
  },
} as const

/** A pole display's text, from the customer's display: two rows of 20 characters that all such displays have. */
export function poleText({ view, shop, language, currency }: DisplaySnapshot): readonly [string, string] {
  const phrases = words[language]
  const money = (amount: number) => plain(moneyIn(language, currency, amount))
  switch (view.kind) {
    case 'idle':
      return rows(shop, '')
    case 'order': {
      const last = view.order.lines.at(-1)
      const { due, total: whole } = view.order
      const total =
        due < 0
          ? pair(phrases.goesBack, money(-due))
          : pair(due === whole ? phrases.total : phrases.toPay, money(due))
      return last === undefined ? rows(total, '') : rows(pair(last.name, money(last.amount)), total)
    }
    case 'part_paid':
      return rows(pair(phrases.paid, money(view.paid)), pair(phrases.toPay, money(view.balance)))
    case 'link':
    case 'paying':
    case 'tip':
    case 'sign':
      return rows(pair(phrases.toPay, money(view.amount)), '')
    case 'paid':
      if (view.total === 0) return rows(phrases.thanks, '')
      return rows(
        pair(phrases.paid, money(view.total)),
        view.change > 0 ? pair(phrases.change, money(view.change)) : phrases.thanks,
      )
    case 'held':
    case 'released':
      return rows(phrases.thanks, '')
    case 'given_back':
      return rows(pair(phrases.back, money(view.amount)), '')
    case 'declined':
    case 'not_paid':
      return rows(phrases.notPaid, '')
    case 'wait':
    case 'giving_back':
      return rows(phrases.wait, '')
  }
}

const rows = (first: string, second: string): readonly [string, string] => [row(first), row(second)]
const row = (text: string): string => plain(text).slice(0, columns).padEnd(columns)

function pair(left: string, right: string): string {
  const space = Math.max(0, columns - right.length - 1)
  return (
    plain(left)
      .slice(0, space)
      .padEnd(columns - right.length) + right
  )
}

/** Removes accents: displays differ in their character tables, and do not report which one they have. */
const plain = (text: string): string =>
  text
    .replaceAll('€', 'EUR')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\u0020-\u007e]/g, '?')

/** Clears the display and writes both rows: a full first row continues in the second. */
export const poleBytes = ([first, second]: readonly [string, string]): Uint8Array =>
  Buffer.from(`\u000c${first}${second}`, 'latin1')
