import { createHash } from 'node:crypto'
import { median } from './report.ts'

/** The speed of this machine now: the time of fixed work of the kind that the app does, in ms, the median of five. */
export function yardstick(): number {
  const document = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `field_number_${index}`,
      index % 3 === 0 ? null : `value ${index}`,
    ]),
  )
  const once = () => {
    const began = performance.now()
    let text = ''
    for (let times = 0; times < 4_000; times += 1) {
      text = JSON.stringify({ ...document, times })
      document.field_number_0 = createHash('sha256').update(text).digest('hex')
      JSON.parse(text)
    }
    return performance.now() - began
  }
  once()
  return median(Array.from({ length: 5 }, once))
}
