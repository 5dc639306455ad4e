import { languages } from '../../../src-shared/language.ts'
import { decodePrinted } from '../../support/escpos-decoder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { printedPicture } from '../../support/printed-picture.ts'
import { sampleReceipts, sentFor } from '../../support/printed-receipts.ts'

/** Takes a picture of a receipt as a printer puts it on paper, such as printed-sale-fr-48. */
export async function takePrinted(name: string, path: string): Promise<void> {
  const [, kind = '', code, letters] = /^printed-(\w+)-(\w+)-(32|42|48)$/.exec(name) ?? []
  const language = languages.find((one) => one === code)
  const lines = language === undefined ? undefined : sampleReceipts(language)[kind]
  if (lines === undefined) throw new Error(`No receipt is named by ${name}.png`)
  const columns = letters === '32' ? 32 : letters === '42' ? 42 : 48
  const { svg, width, height } = printedPicture(decodePrinted(sentFor(lines, { columns })), columns)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width, height: Math.ceil(height) } })
    await page.setContent(`<body style="margin:0;background:#fff">${svg}</body>`)
    await page.screenshot({ path })
  } finally {
    await browser.close()
  }
}
