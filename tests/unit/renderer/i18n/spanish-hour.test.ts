import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { spanishHour } from '../../../../src-renderer/i18n/spanish-hour.ts'
import { dateIn } from '../../../../src-shared/language.ts'

const spoken = createInstance().use(spanishHour)
await spoken.init({
  lng: 'es',
  resources: {
    es: { translation: { since: '{{name}} la tiene desde las {{time}}.', sold: 'las {{count}} ventas' } },
  },
  postProcess: [spanishHour.name],
})
const at = (hour: number) => dateIn('es', new Date(2026, 10, 30, hour, 5), { timeStyle: 'short' })

test.each([
  [1, 'Ana la tiene desde la 1:05'],
  [13, 'Ana la tiene desde la 1:05'],
  [2, 'Ana la tiene desde las 2:05'],
  [11, 'Ana la tiene desde las 11:05'],
  [12, 'Ana la tiene desde las 12:05'],
])('hour %i has its article', (hour, written) => {
  expect(spoken.t('since', { name: 'Ana', time: at(hour) })).toContain(written)
})

test('other numbers stay as they are', () => {
  expect(spoken.t('sold', { count: 1 })).toBe('las 1 ventas')
})
