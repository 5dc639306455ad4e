import type { Language } from '../../src-shared/language.ts'
import { type ReceiptLine, receiptText } from '../../src-shared/receipt/lines.ts'

/** What a mail is made of: its text and its HTML are drawn from the same blocks, so that neither lacks anything. */
export type MailBlock =
  /** Training: above everything else. */
  | { readonly kind: 'mark'; readonly text: string }
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'small'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'lines'; readonly lines: readonly ReceiptLine[] }

export interface MailPage {
  readonly language: Language
  readonly title: string
  readonly blocks: readonly MailBlock[]
}

/** For mail programs that show no HTML, and for people who prefer it so. */
export const mailText = ({ blocks }: Pick<MailPage, 'blocks'>): string =>
  `${blocks.map(textOf).join('\n\n')}\n`

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'mark':
      return `*** ${block.text} ***`
    // A link that is broken over two lines is none: it stands in a line of its own, whole.
    case 'button':
      return `${block.label}\n${block.url}`
    case 'lines':
      return receiptText(block.lines).join('\n')
    default:
      return block.text
  }
}
