import { expect, test } from 'vitest'
import { displayPlace, type Screen } from '../../../../src-main/customer-display/display-place.ts'

const screen = (id: number, x: number, width = 1280, height = 800): Screen => ({
  id,
  bounds: { x, y: 0, width, height },
  workArea: { x, y: 30, width, height: height - 30 },
})
const cashiers = screen(1, 0)
const customers = screen(2, 1280, 1024, 600)

test('while the customer’s display is off, it has no place', () => {
  expect(displayPlace('off', [cashiers, customers], 1)).toBeNull()
})

test('the customer’s display fills the screen that the cashier does not use', () => {
  expect(displayPlace('screen', [cashiers, customers], 1)).toEqual({
    bounds: customers.bounds,
    fullscreen: true,
  })
  expect(displayPlace('screen', [cashiers, customers], 2)).toEqual({
    bounds: cashiers.bounds,
    fullscreen: true,
  })
})

test('the customer’s display never covers the only screen', () => {
  expect(displayPlace('screen', [cashiers], 1)).toBeNull()
})

test('the customer’s display in a window stays within its screen, also on a small one', () => {
  for (const small of [cashiers, screen(3, 0, 800, 480)]) {
    const { workArea } = small
    const place = displayPlace('window', [small], small.id)
    expect(place?.fullscreen).toBe(false)
    const { x, y, width, height } = place?.bounds ?? { x: -1, y: -1, width: 0, height: 0 }
    expect(x).toBeGreaterThanOrEqual(workArea.x)
    expect(y).toBeGreaterThanOrEqual(workArea.y)
    expect(x + width).toBeLessThanOrEqual(workArea.x + workArea.width)
    expect(y + height).toBeLessThanOrEqual(workArea.y + workArea.height)
  }
})
