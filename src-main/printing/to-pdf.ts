import { withHiddenPage } from './hidden-page.ts'

/** A page that loads nothing; sizes in mm. */
export interface PdfPage {
  readonly html: string
  readonly width: number
  readonly height: number
}

const mmPerInch = 25.4

export const toPdf = ({ html, width, height }: PdfPage): Promise<Uint8Array> =>
  withHiddenPage(html, (page) =>
    page.printToPDF({
      pageSize: { width: width / mmPerInch, height: height / mmPerInch },
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      printBackground: true,
      preferCSSPageSize: true,
    }),
  )
