import type { Language } from '../../src-shared/language.ts'
import { type ReceiptLine, receiptText } from '../../src-shared/receipt/lines.ts'

/** A part of a mail. The text and the HTML are made from the same blocks, so that both have the same content. */
export type MailBlock =
  /** The training mark, above everything else. */
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

/** Returns the plain text, for mail programs that show no HTML and for people who prefer it. */
export const mailText = ({ blocks }: Pick<MailPage, 'blocks'>): string =>
  `${blocks.map(textOf).join('\n\n')}\n`

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'mark':
      return `*** ${block.text} ***`
    // The link has a line of its own: a link that is wrapped does not work.
    case 'button':
      return `${block.label}\n${block.url}`
    case 'lines':
      return receiptText(block.lines).join('\n')
    default:
      return block.text
  }
}
