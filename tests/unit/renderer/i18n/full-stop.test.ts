import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { fullStop } from '../../../../src-renderer/i18n/full-stop.ts'

const spoken = createInstance().use(fullStop)
await spoken.init({
  lng: 'es',
  resources: {
    es: { translation: { until: 'Dura hasta el {{time}}. Cierre antes.', wait: 'Cargando... {{time}}.' } },
  },
  postProcess: [fullStop.name],
})

test.each([
  ['9:00 a.m.', 'Dura hasta el 9:00 a.m. Cierre antes.'],
  ['9:00', 'Dura hasta el 9:00. Cierre antes.'],
])('a full stop after %s is written once', (time, written) => {
  expect(spoken.t('until', { time })).toBe(written)
})

test('three dots before a time are kept', () => {
  expect(spoken.t('wait', { time: '9:00 p.m.' })).toBe('Cargando... 9:00 p.m.')
})
